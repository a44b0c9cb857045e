/** What a mail offers: the kinds of advertising and fraud that are known by what they always come back to. */
import { PatternSet } from '../pattern-set.ts'
import type { RiskMessage } from '../scorer.ts'
import { phraseLayersOf } from '../text-layers.ts'
import type { Signal } from './signal.ts'

/** Characters of a text that are looked at, from its start. */
const reach = 12_000

/** A kind of offer: the aspects it has, how many of them make one, and how many leave no doubt. */
interface Offer {
  name: string
  detail: string
  /** Over folded text: lower-case, without accents. */
  aspects: readonly RegExp[]
  least: number
  full: number
}

const offers: readonly Offer[] = [
  {
    name: 'advance_fee',
    detail: 'Tells of a fortune abroad and asks for help to move it, as advance-fee fraud does.',
    aspects: [
      /\b(?:\d{1,3}(?:\.\d{1,2})? ?(?:million|m) ?(?:united|us|u\.s|dollar|usd|eur|pound|gbp|british|sterling)|million (?:united states |us |u\.s\.? |american )?dollars|million (?:pounds|euros?))|(?:us ?\$|usd|\$|eur|€|£|gbp) ?\d{1,3}(?:[.,] ?\d{3}){2,4}|(?:us ?\$|usd|\$|€|£) ?\d{1,3}(?:\.\d{1,2})? ?(?:million|m\b)/,
      /\bnext[ -]of[ -]kin\b|\blate (?:husband|father|client|president|customer|head of)|\bdeceased\b|\bbeneficiar|\binherit|\bplane crash\b|\bair crash\b|\bwidow\b|\bunclaimed\b|\bdormant\b|over[ -]?invoiced|\babandoned (?:fund|sum)|\bcancer\b|\bheir\b/,
      /\bbarrister\b|\bsolicitor\b|\bbank manager\b|\b(?:director|manager|head|auditor) of (?:the )?(?:audit|accounts?|foreign|operations|bill)|\bauditor\b|\bson (?:of|to) (?:the )?(?:late|former|mr)|\bprince(?:ss)?\b|\bformer (?:president|minister|head of state)|\bcentral bank\b|\bministry of\b|\bnational petroleum|\b(?:dr|mrs|mr|engr|barr|chief|gen)\.? [a-z]{2,20} [a-z]{2,20}\b|\bmy name is\b|\bi am (?:mr|mrs|dr|miss|barr|engr|prince|the)\b/,
      /\bnigeria|\bzimbabwe|\bangola|\bcongo\b|\bsierra leone|\bliberia|\bivory coast|\bcote d.?ivoire|\bburkina|\bbenin republic|\btogo\b|\bghana\b|\blagos\b|\babidjan|\bsouth africa|\bjohannesburg|\bharare|\bkinshasa|\bdakar\b|\bsenegal|\bkuwait|\blibya|\biraq\b|\bsyria|\bafghanistan/,
      /\b(?:utmost|strict(?:est)?|absolute|highly|top|treat (?:this )?(?:as|with)|keep (?:this|it)) (?:secre|confiden)|\bconfidential\b|\btop secret\b|\bsecrecy\b|\bin confidence\b/,
      /\b(?:transfer|move|remit|repatriate|release|claim|invest) (?:of )?(?:this|the|these|my|said|our|such|out)? ?(?:huge |said |total )?(?:fund|money|sum|amount|deposit|consignment|box)|\bforeign (?:partner|account|beneficiary|national)|\binto your (?:bank |personal |private )?account|\b\d{1,2} ?(?:%|percent|per cent) (?:of (?:the |this )?(?:total|sum|money|fund|amount|whole)|for (?:you|your|me|us|any)|will be)|\byour (?:share|percentage|commission|assistance|humble assistance|co-?operation)\b|\bmutual (?:benefit|trust)|\bbusiness (?:proposal|proposition|transaction|relationship)|\brisk[ -]?free\b/,
      /\b(?:private|confidential|direct|your) (?:tele)?(?:phone|fax|mobile)(?: (?:and|&) fax)?(?: numbers?)?\b|\byour (?:full )?(?:names?|banking|bank account|bank details|particulars|nationality|occupation)\b|\bgod bless\b|\bawait(?:ing)? your (?:urgent|prompt|immediate|swift|quick|positive|favou?rable)|\burgent (?:reply|response|assistance)|\bkindly (?:reply|get back|respond|contact)|\bget back to me\b/,
    ],
    least: 4,
    full: 6,
  },
  {
    name: 'adult_offer',
    detail: 'Advertises sex.',
    aspects: [
      /\bporn|\bxxx\b|\bhard-?core\b|\berotic|\bsex (?:site|cam|video|pic|chat|toy|action)|\b(?:free|live|hot|anal|oral|group|wild|hard) sex\b/,
      /\bhorny\b|\bsluts?\b|\bblow ?jobs?\b|\bpussy|\bcum(?:shot|ming)?\b|\btits\b|\bboobs\b|\borgasm|\bfuck|\bnaked\b|\bnudes?\b|\bsexually\b|\bwhores?\b/,
      /\bweb ?cams?\b|\b(?:hot|teen|young|college|nude|wild|lonely|local|russian|asian|sexy) (?:girls?|teens?|women|babes?|moms|milfs?|housewives|wives|singles|sluts?|ladies)\b|\bteens\b/,
      /\badults? only\b|\b(?:over|at least|under|older than) (?:18|21|eighteen)\b|\b18 (?:years|or older|\+)|\b18\+|\bxxx\b|\bmust be (?:18|21)\b|\badult (?:site|content|material|video|entertain|web|movie|chat)/,
      /\b(?:dating|lonely|meet singles|singles in your|get laid|hook ?up|affair|fantas(?:y|ies)|discreet)\b/,
    ],
    least: 2,
    full: 4,
  },
  {
    name: 'remedy_offer',
    detail: 'Advertises medicine or a way to grow thin, young or strong.',
    aspects: [
      /\bviagra|\bcialis\b|\blevitra|\bxanax|\bvalium|\bvicodin|\bphentermine|\bsoft ?tabs?\b|\btramadol|\bambien\b|\bpropecia|\bsildenafil|\bsoma\b/,
      /\bonline (?:pharmacy|drug ?store|meds|doctor)|\bno (?:prior )?(?:prescription|rx)\b|\bprescription (?:drugs|medic|free)|\bcheap (?:meds|pills|drugs)|\binternet (?:meds|pharmacy)|\bgeneric (?:drug|viagra|cialis|version)|\bfda approved\b/,
      /\b(?:lose|shed|drop) (?:up to )?(?:\d{1,3} )?(?:weight|pounds|lbs|inches|fat)|\bweight[ -]?loss\b|\bburns? (?:body )?fat|\bfat (?:burn|loss)|\bwithout (?:diet|exercise)|\bdiet (?:pill|patch)|\bappetite\b|\bslim/,
      /\bhgh\b|\bhuman growth hormone|\bage[ -]?reversing|\banti-?aging|\breverse (?:the )?aging|\bwrinkle|\benergy level|\bsexual (?:potency|performance|desire|drive)|\bpenis|\berection|\benlarge(?:ment)?\b|\bimpoten|\bherbal\b|\bbreast\b|\bhair (?:loss|growth)/,
      /\bdoctor (?:recommended|approved)|\bclinically (?:proven|tested)|\ball natural\b|\b100 ?% (?:natural|safe)|\bside effects\b|\bmiracle\b|\bas seen on\b/,
    ],
    least: 2,
    full: 4,
  },
  {
    name: 'income_offer',
    detail: 'Promises an income for little work.',
    aspects: [
      /\bwork(?:ing)? (?:at|from) home\b|\bhome[ -]?based? business|\bbe your own boss|\bhome workers?\b|\bfrom the comfort of your/,
      /\b(?:earn|make|made|making|receive|earning) (?:up to |over |at least |more than |an extra |as much as )?(?:us ?)?\$ ?\d|\$ ?\d[\d,]{1,9}(?:\.\d\d)? (?:or more )?(?:per|a|an|every|each|in (?:your )?(?:the )?(?:first|next|less)) ?(?:day|week|month|hour|year|\d)?|\b(?:thousands of dollars|six[ -]figure)/,
      /\bfinancial(?:ly)? (?:freedom|independen|free|secur|dream)|\bextra (?:income|cash|money)|\bresidual income|\bpassive income|\bget rich|\bmake money|\bcash (?:generating|machine|flow)|\bguaranteed income|\bfortune\b|\bwealth/,
      /\bmulti-?level|\bmlm\b|\bdownlines?\b|\bnetwork market|\bchain letter|\breports? ?#? ?[1-5]\b|\bopportunit(?:y|ies)\b|\bthe program\b|\bthis program\b|\bjoin (?:now|free|today)/,
      /\bno (?:experience|selling|investment|risk|inventory|gimmick|catch|hype)\b|\bnothing to (?:lose|buy)|\bspare time\b|\bpart[ -]time\b|\bstart (?:today|now|immediately|making)|\bproven (?:system|way|method|to work)|\btotally legal|\b100 ?% legal|\bthis (?:is not|isn't) a (?:scam|get rich)/,
    ],
    least: 3,
    full: 5,
  },
  {
    name: 'credit_offer',
    detail: 'Advertises loans, cards, or insurance.',
    aspects: [
      /\bmortgage|\brefinanc|\bhome (?:loan|equity|owner)|\blenders?\b|\bhome improvement loan/,
      /\b(?:bad|no|poor|less than perfect|good|damaged) credit\b|\bcredit (?:repair|history|problem|report|rating|score)|\bbankrupt|\bregardless of (?:your )?credit/,
      /\bdebts?\b.{0,30}\b(?:consolidat|free|relief|reduc|eliminat)|\bconsolidat\w{0,6} (?:your |all |my )?(?:debt|bill|loan)|\bout of debt|\bdebt[ -]free|\bcredit card debt|\bcollection agenc/,
      /\b(?:lowest|low|best|record low|historic low) (?:interest |mortgage |term )?(?:rates?|premiums?)|\bsave (?:up to )?\d{1,2} ?%|\brates (?:as low|have|are|start)|\binterest rates?\b|\bmonthly payments?\b/,
      /\bmerchant accounts?\b|\baccept(?:ing)? (?:all )?(?:major )?credit cards|\bunsecured (?:visa|credit|card|loan)|\bplatinum (?:card|visa)|\bpre-?approv|\bapproval rate|\byou(?:'re| are|'ve been| have been)? (?:already )?approved\b|\bguaranteed approv/,
      /\b(?:term|whole) life\b|\blife insurance|\binsurance quotes?|\bfree quotes?\b|\bno[ -]obligation|\bhealth (?:plan|insurance)|\bannuit(?:y|ies)|\bextended warrant/,
    ],
    least: 2,
    full: 4,
  },
  {
    name: 'stock_offer',
    detail: 'Talks a share up.',
    aspects: [
      /\botc ?(?:bb)?\b ?:?|\b(?:stock |ticker )?symbol ?:|\bpink ?sheets?|\bpenny stocks?|\bmicro-?cap|\bsmall-?cap/,
      /\bstrong buy\b|\bbuy (?:rating|recommend|alert)|\b(?:price )?target(?: price)? ?:|\brecent price|\bcurrent price ?:|\b(?:short|long) term (?:opinion|target)|\boutperform\b|\bundervalued|\bspeculative buy/,
      /\bstock (?:pick|alert|watch|tip|report|of the)|\bhot (?:stock|pick|tip)|\bwall street\b|\binvest(?:or|ment) (?:alert|report|opportunit|newsletter|advis)|\btrading advis|\bmarket (?:alert|watch)/,
      /\bforward[ -]looking statements?|\bsection 27a|\bsection 21e|\bsecurities (?:act|exchange)|\bnot a (?:registered|licensed) (?:investment|broker)|\bcompensat(?:ed|ion) (?:of|by|from)|\bdisclaimer\b|\bshares? (?:outstanding|of (?:free|common))/,
      /\b\d{2,4} ?% (?:gain|return|profit|increase|up\b)|\b(?:double|triple|quadruple) (?:your|in)|\bexplo(?:de|sive)|\bbreak-?out\b|\babout to (?:explode|move|soar)|\bsky-?rocket|\bundiscovered/,
    ],
    least: 3,
    full: 4,
  },
  {
    name: 'reach_offer',
    detail: 'Sells mail addresses, mass mailing, or visitors for a site.',
    aspects: [
      /\bbulk (?:e-?)?mail|\bmass (?:e-?)?mail|\be-?mail (?:blast|marketing|advertising|broadcast|campaign)|\bmarketing (?:by|via|through) e-?mail|\bdirect e-?mail/,
      /\b(?:million|thousand|\d{1,3}(?:[,.]\d{3}){1,3}) (?:fresh |targeted |opt-?in |e-?mail |valid |verified |business |unique )*(?:e-?mails?|addresses|leads|contacts|prospects|people)\b|\be-?mail (?:address(?:es)?|list|database|leads)|email地址|邮件地址/,
      /\b(?:increase|boost|drive|more|targeted|guaranteed) (?:web ?site |site |your )?(?:traffic|sales|visitors|hits|leads)|\bsearch engines?\b|\b(?:first|top) page (?:of|on) (?:google|yahoo)|\brank(?:ing)?s? (?:on|in|high)|\bseo\b|\bback-?links?/,
      /\bbullet ?proof|\bremove list|\bharvest|\bextract(?:or|s)? |\bcd-?rom\b|\bhosting\b|\bweb (?:design|development)|\bmobile app development|\bfax broadcast/,
      /\byour (?:ad|advert|message|offer|product|business|web ?site|company) (?:to|in front|could|will|seen|reach|is not|doesn)|\breach (?:millions|thousands|new|more)|\badvertis(?:e|ing) (?:your|to|for)|营销|推广|reklam|広告/,
    ],
    least: 3,
    full: 4,
  },
  {
    name: 'bargain_offer',
    detail: 'Sells by haste, gifts and guarantees.',
    aspects: [
      /\b(?:act|order|call|buy|apply|hurry|register|join|respond) (?:now|today|fast|immediately)\b|\bdon'?t (?:delay|miss|wait|hesitate)|\blimited (?:time|offer|supply|quantit)|\bwhile supplies|\boffer (?:expires|ends|good)|\btoday only/,
      /\b(?:satisfaction|money[ -]?back|100 ?%) (?:guarantee|satisf)|\bguaranteed\b|\brisk[ -]?free\b|\bno (?:obligation|risk|strings|purchase|cost)|\bmoney[ -]back/,
      /\b(?:free|complimentary) (?:trial|gift|sample|bonus|report|information|cd|dvd|vacation|shipping|phone|quote|membership|video|access)|\babsolutely free|\b100 ?% free|\btotally free|\bat no (?:cost|charge)|\bcompletely free/,
      /\btoll[ -]free\b|\b1[ -]?\(?8(?:00|66|77|88)\)?[ -]\d|\bcall (?:us )?(?:now|today|toll)|\b24 hours?(?: a day)?\b|\boperators? (?:are )?standing|\bcredit cards? (?:accepted|orders?)|\bcheck or money order|\bmoney orders?\b/,
      /\b(?:retail|regular(?:ly)?|normal(?:ly)?|list) (?:price|value|\$)|\b(?:only|just|now|for|from) \$ ?\d|\$ ?\d{1,5}(?:\.\d\d)? (?:value|off|each)|\bsave (?:up to |over |as much as )?(?:\d{1,2} ?%|\$)|\b\d{2} ?% (?:off|discount|less|savings)|\bwholesale\b|\blowest price|\bbest (?:price|deal)|\bhalf price/,
      /\b(?:you(?:'ve| have) (?:won|been (?:selected|chosen))|congratulations|claim your|winner|jackpot|lottery|casino|sweepstakes|prizes?|free chips|gambl)/,
    ],
    least: 3,
    full: 5,
  },
  {
    name: 'gambling_offer',
    detail: 'Advertises a casino or bets.',
    aspects: [
      /\bcasinos?\b|\bspielbank|\bslots?\b|\broulette\b|\bblackjack\b|\bsportsbook|\bcassino|\bkasino|\bbahis\b|\bspielautomat|\bsportwetten|\bapuestas deportivas|казино|娱乐城|娛樂城|真人荷官|オンラインカジノ/,
      /\b(?:free|gratis|bonus|extra) ?-?(?:spins?|chips?|bets?|plays?)\b|\bspins? (?:for free|gratis)|\bfreispiele?|\btours? gratuits?|\bgiros? gratis|\btiradas? gratis|\brodadas gratis|\bgiri gratis|\bfreebet|\bdeneme bonusu|фриспин|免费旋转/,
      /\b(?:welcome|deposit|sign-?up|match|100 ?%|200 ?%|first) (?:bonus|offer|match)|\bno[ -]deposit|\b(?:willkommens|einzahlungs?)-?bonus|\bohne einzahlung|\bbonus de (?:bienvenue|bienvenida|boas)|\bsans depot|\bsin deposito|\bsem deposito|\bzonder storting|\bbonus di benvenuto|\bbonus (?:del )?\d{2,3} ?%|首存|бонус/,
      /\bjackpots?\b|\b(?:instant|fast|same-day) (?:payouts?|withdrawals?|cash)|\bspin the wheel\b|\bevery spin\b|\bplay now\b|\bjetzt spielen\b|\bjouer maintenant\b|\bgioca ora\b|\bspeel nu\b|\bjuega ahora\b|\bsofort(?:ige)? auszahlung/,
    ],
    least: 2,
    full: 4,
  },
  {
    name: 'reward_lure',
    detail: 'Says that the reader was chosen for a prize, for a few questions or the postage.',
    aspects: [
      /\byou(?:'ve| have| were| are)? (?:been )?(?:selected|chosen|picked)\b|\byour (?:name|e-?mail) (?:came up|was (?:drawn|selected))|\bausgewahlt\b|\bvous avez ete (?:choisi|selectionne)|\bha sido (?:seleccionado|elegido)|\bfoi (?:selecionado|sorteado)|\bsei stato (?:scelto|selezionato)|\bgeselecteerd\b|\bzostal wybrany/,
      /\b(?:short|quick|brief|\d{2} ?-?second|one-minute) (?:survey|questionnaire)|\b(?:survey|quiz|questions?) (?:about|and|to) (?:your|claim|receive|get)|\bumfrage\b|\bdrei fragen\b|\bsondage\b|\bencuesta\b|\bpesquisa rapida|\bsondaggio\b|\benquete\b/,
      /\b(?:claim|receive|get|confirm|collect) (?:your |a |an |the )?(?:free |new |brand new |exclusive |mystery )*(?:gift|reward|prize|kit|box|set|voucher|card|offer)\b|\bgratis(?:geschenk)?\b|\bgeschenkt\b|\bcadeau\b|\bpremio\b|\bregalo\b|\bbrinde\b|\bgewonnen\b|\bgewinn\b/,
      /\b(?:only|just) (?:pay )?(?:the )?(?:postage|shipping)|\bshipping (?:fee|cost)s? only|\bonly \d{1,3} (?:left|remain|available)|\bwhile (?:stocks|supplies) last|\bnur noch \d{1,3}\b|\bplus que \d{1,3}\b|\bquedan \d{1,3}\b|\brestam \d{1,3}\b|\bnog \d{1,3} beschikbaar/,
      /\b(?:final|last|2nd|second|third) (?:attempt|reminder|notice|call)\b|\btried to (?:reach|contact) you|\bplease respond\b|\bmehrfach versucht\b|\bderniere chance\b|\bultimo aviso\b|\blaatste kans\b/,
    ],
    least: 3,
    full: 4,
  },
  {
    name: 'extortion',
    detail: 'Threatens to show or do something unless it is paid, in coins that nobody can trace.',
    aspects: [
      /\b(?:bitcoins?|btc|monero|xmr|usdt|ltc|cryptocurrency|crypto wallet)\b|биткоин|比特币|ビットコイン/,
      /\b(?:hacked|compromised|infected|full access to) (?:your |you|into )|\b(?:trojan|malware|spyware|rat|exploit)\b|\bgehackt\b|\bpirate votre\b|\bhackead|\bhackeei|\bviolato il\b|взлома/,
      /\bweb ?cam|\bcamera\b|\brecord(?:ed|ing)? (?:you|of you|a video|video)|\bmasturbat|\bpleasur|\bsatisfy(?:ing)? yourself|\badult (?:site|video|content|web)|\bporn|\bgefilmt\b|\bintime[ns]?\b|\bvideo (?:de ti|suyo|seu|tuo|de vous)/,
      /\b(?:all|every(?:one)? (?:of|in|on)|each of) your (?:contacts|friends|relatives|colleagues|address book)|\bsend (?:it|the video|this|everything) to (?:all|your|everyone)|\bkontakte[n]?\b|\btous vos contacts\b|\btodos (?:tus|sus|seus) contatos?|\btutti i tuoi contatti/,
      /\b(?:\d{1,3}|two|three|24|48|72) ?(?:hours|days|h)\b|\bstunden\b|\bheures\b|\bhoras\b|\bdo not (?:try to )?(?:reply|contact|inform|go to)|\bdon'?t (?:try|bother|reply)/,
      /\b(?:[13][a-km-z1-9]{25,34}|bc1[a-z0-9]{20,60}|0x[0-9a-f]{40}|[48][0-9ab][1-9a-hj-np-z]{93})\b/,
    ],
    least: 4,
    full: 5,
  },
  {
    name: 'unasked_mailing',
    detail: 'Excuses itself for being sent, or tells how to be taken off a list by a letter.',
    aspects: [
      /\b(?:to be |be |get |like to be |wish to be |want to be )(?:permanently |immediately )?(?:removed|taken off|deleted|excluded)\b|\bfor removal\b|\bremoval (?:instruction|link|request|from)|\bremove (?:me|you|your|yourself|from|in the)|\btake (?:you|me|your (?:name|address)) off/,
      /\b(?:with|word|type|put|enter|write|place|say) .{0,20}["'<]?(?:remove|unsubscribe|stop|delete|off)\b["'>]?|\b(?:remove|unsubscribe|off) (?:in|as|on) (?:the )?(?:subject|title)|\breply (?:to this (?:e-?mail|message) )?with/,
      /\bs\. ?1618|\bsection 301|\bh\.? ?r\.? ?\d{4}|\btitle iii\b|\bbill (?:s|hr)\b|\bsenate bill|\bcannot be considered spam|\bcan-?spam\b|\bunder (?:bill|decree|the (?:us|new))|\bunsolicited\b|\bu\.?s\.? congress/,
      /\bnot (?:a )?spam\b|\bthis is (?:not|no) (?:unsolicited|spam)|\bone[ -]time (?:mailing|e-?mail|message|only|offer)|\bno need to (?:reply|remove)|\bnever (?:be )?(?:contact|hear|receive|bother)|\bwill not (?:be )?(?:contact|receive|hear)|\bforgive (?:the|this|my)|\bsorry (?:for|to|if)|\bapologi[sz]e|\bintrusion/,
      /\b(?:you|your (?:e-?mail|name|address)) .{0,30}(?:opted?[ -]?in|signed up|submitted|requested|subscri|joined|registered|partner|affiliate|our list|our database|mailing list)|\bpartner (?:web ?)?sites?|\bopt(?:ed)?[ -]?(?:in|out)\b|\byou (?:are|were) receiv(?:ing|ed) this|\breceived this (?:e-?mail|message|mailing) (?:because|in error)/,
      /未承諾広告|광고|수신거부|退订|退訂|配信停止|配信不要|abmelden|desinscri|darse de baja|cancelar suscripc|listeden cik|abonelik|отписа|рассылк|打扰/,
    ],
    least: 2,
    full: 4,
  },
]

/** Each with the places of its aspects in the set of them all. */
const aspects = new PatternSet(offers.flatMap((offer) => offer.aspects))
let placed = 0
const kinds = offers.map((offer) => ({ ...offer, places: offer.aspects.map(() => placed++) }))

/** The kinds of offer that the body of a message makes. */
export function offerSignals(message: RiskMessage): Signal[] {
  const subject = message.mail.subject.slice(0, 300).toLowerCase()
  const texts = phraseLayersOf(message)
    .filter(
      ({ where, encodings, concealed }) =>
        !concealed && encodings.length === 0 && (where === 'body' || where === 'html'),
    )
    .map(({ text }) => aspects.on(`${subject}\n${text.slice(0, reach)}`))
  return kinds.flatMap(({ name, detail, places, least, full }) => {
    let best = 0
    let shown = ''
    for (const text of texts) {
      // Most mail has not the words for so many.
      const possible: number[] = []
      for (const place of places) if (text.possible(place)) possible.push(place)
      if (possible.length < least) continue
      const met = possible.flatMap((place) => text.exec(place) ?? [])
      if (met.length <= best) continue
      best = met.length
      shown = met[0] ?? ''
    }
    if (best < least) return []
    const value = Math.min(1, (best - least + 1) / (full - least + 1))
    return [{ name, value, detail, where: 'body', text: shown }]
  })
}
