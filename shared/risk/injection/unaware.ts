/** Sentences by which somebody who would have a say is not to learn of what is asked, in the languages of the rules, folded. */
import { mayMatch } from './needed-words.ts'
import { compile } from './rule.ts'

const who =
  '(?:him|her|them|the (?:boss|owners?|users?|directors?|managers?|partners?|chief|staff|account holder|holder|principal)|mr|mrs|ms|miss|dr|management|hr|accounts|your (?:boss|manager|colleagues?|director|partner|user|principal|team|office|finance|accountants?|auditors?|admins?|hr))'
const subject =
  '(?:he|she|mr|mrs|ms|miss|dr|(?:the|your|my|both) (?:senior |junior |managing )?(?:boss|owners?|users?|directors?|managers?|account holder|holder|principals?|partners?)|users|owners|representatives)'
const telling =
  '(?:bother(?:ing|ed)?|troubl(?:e|ing|ed)|disturb(?:ing|ed)?|involv(?:e|ed|ing)|inform(?:ed|ing)?|tell(?:ing)?|told|alert(?:ed|ing)?|notif(?:y|ied|ying)|cc|consult(?:ed|ing)?|remind(?:ed|ing)?|worry(?:ing)?|chas(?:e|ed|ing))'
const not =
  "(?:no need (?:to|for)|not necessary (?:to|for)|needn't|need not|(?:don't|do not) (?:need|have|want) (?:to )?|rather not|wouldn't|shouldn't|should not|don't|do not|without|instead of|spared?|not to)"

const sources: readonly string[] = [
  // Who says what he himself would rather not do spares others.
  `(?<!\\b(?:i|we) )\\b${not} ~2${telling}(?! to\\b) ~2${who}\\b`,
  "\\b(?:no need to|needn't|please don't|without) ~1mention(?:ing)? (?:it|this|that|any of (?:it|this))\\b|\\bspare (?:him|her|them) (?:that|this|the)\\b|\\bi won't say where i (?:have|got) it\\b",
  "\\b(?:wouldn't|don't|do not|needn't|no need to|rather not|without|instead of) ~1(?:copy|copying|loop|looping|bring|bringing) ~2in\\b",
  `\\b${subject} ~5(?:needn't|need not|doesn't need to|don't need to|isn't|is not|won't|shouldn't|should not|rather not|wouldn't|mustn't) ~2(?:${telling}|know|hear|find out|get wind|be sent|be told|be asked)(?! (?:me|us|to)\\b)\\b|\\b${subject} (?:are|is) never ~1(?:told|asked|informed|notified)\\b`,
  `\\b(?:rather|prefer) (?:that )?~2(?:he|she|they|you) (?:isn't|aren't|wasn't|weren't|didn't|don't) ~2${telling}\\b`,
  '\\b(?:user|owner|holder|manager|staff|principal) (?:notification|alert|notice)s? ~2(?:suppressed|skipped|waived|omitted|off)\\b',
  "\\b(?:needn't|need not|isn't|is not|aren't|are not|not) (?:be )?~1(?:itemi[sz]ed|listed|mentioned|shown|reported|included) ~1(?:in (?:the |any |your |its )?(?:summar(?:y|ies)|digests?|reports?)|to (?:the |its )?(?:user|owner|holder|principal|sender|client))\\b",
  '\\b(?:spared|without) (?:the |any )?(?:usual )?(?:alerts?|notifications?)\\b',
  '\\bkeep (?:it|this) (?:off (?:his|her|their)|from (?:him|her|them))\\b|\\bbehind (?:his|her|their) back\\b',
  '\\bno (?:notice|notification|alert|e-?mail|mail|message) (?:is|will be|goes) ~2to (?:the |its |your )?(?:user|owner|holder|principal)s?\\b|\\bwithout ~1(?:mail|notice|notification|word|confirmation|consent) (?:to|from|of) (?:the |its |your )?(?:user|owner|holder|principal)s?\\b',
  '\\bno need to (?:wake|ring|phone|call|ask) (?:your owner|the owner|your boss|the boss|him|her|mr|mrs|dr)\\b',
  // The same in other languages.
  '\\b(?:brauch(?:en|t|st)?|mussen|musst) (?:sie|du|ihr)? ?~6nicht ~3(?:behelligen|belastigen|storen|informieren|benachrichtigen|einweihen|fragen|bemuhen|dazunehmen|einbeziehen|hinzuziehen|erwahnen)\\b',
  '\\bohne (?:zutun|wissen|ruckfrage|rucksprache|kenntnis|einbindung) ~1(?:des|der|von|mit|bei|dem|den)\\b',
  '\\bruckfragen ~1(?:bei|an) ~4(?:nicht|entfallen|unnotig)\\b|\\b(?:vermerk|hinweis|benachrichtigung|mitteilung|information) ~5(?:unterbleibt|entfallt|unterbleiben|nicht (?:notig|vorgesehen|erforderlich))\\b',
  '\\b(?:herrn?|frau|chef|chefin|inhaber|inhaberin) ~4(?:nichts|nicht) ~2(?:davon|erfahren|wissen|mitbekommen|behelligen)\\b|\\bbleibt unter uns\\b|\\b(?:er|sie|chef|chefin|inhaber|nutzer|benutzer) ~3nicht ~2(?:erfahren|merken|mitbekommen)\\b',
  "\\b(?:inutile|pas (?:besoin|la peine|necessaire)|sans|(?:afin de|pour) ne pas) (?:de |d')?(?:le |la |les |l'|lui )?(?:deranger|importuner|informer|prevenir|avertir|impliquer|en parler|solliciter|encombrer|ennuyer|embeter|inquieter)\\b|\\ba l'insu\\b|\\breste entre nous\\b",
  '\\binformation du (?:titulaire|dirigeant|gerant|client)[^.\\n]{0,12}(?:au retour|differee|ulterieure|plus tard)\\b',
  '\\b(?:no (?:hace falta|es necesario|procede|conviene)|sin) ~2(?:molestar(?:l[oae]s?)?|avisar(?:l[oae]s?)?|informar(?:l[oae]s?)?|comunicarsel[oa]s?|decirsel[oa]|sacarle|preguntarle|implicar(?:l[oae]s?)?)\\b|\\bque(?:de|dara) entre nosotros\\b|\\b(?:preferimos|prefiero|prefiere|mejor) que no (?:lo |la |se )?(?:sepan?|enteren?)\\b|\\bno se (?:notificara|avisara|informara|comunicara) (?:al|a la|a los) (?:usuario|titular|cliente|duen[oa])s?\\b',
  "\\b(?:non (?:serve|occorre|c'e bisogno)|senza|inutile) ~2(?:disturbar(?:l[oaei])?|avvisar(?:l[oaei])?|informar(?:l[oaei])?|dirglielo|coinvolger(?:l[oaei])?)\\b|\\bper non disturbar(?:l[oaei])\\b|\\bche non (?:lo |la )?(?:sappia|venga a saperlo)\\b|\\bnon (?:notificarlo|avvisarlo|informarlo)\\b|\\b(?:resti|restasse|rimanga|rimanesse|rimane) tra (?:di )?noi\\b",
  '\\b(?:nao (?:e preciso|e necessario|precisa|vale a pena|convem)|sem) ~2(?:incomodar|avisar|informar|envolver|perguntar)(?:-?l[oae]s?|-?lhe)?\\b|\\bcomunicacao a[o]? ~1[a-z]{4,12}[:\\s]{1,3}dispensada\\b|\\bpara nao [oa] (?:incomodar|preocupar)\\b|\\bfi(?:que|ca) entre nos\\b',
  '\\b(?:hoeft (?:u|je)|hoef je|hoeven (?:we|wij)) ~6(?:lastig te vallen|te storen|in te lichten|te informeren|te betrekken)\\b|\\bzonder ~2(?:te storen|in te lichten|te informeren)\\b|\\bom (?:hem|haar) niet te (?:storen|belasten)\\b|\\bblijft onder ons\\b|\\b(?:bewoner|gebruiker|eigenaar|houder) niet (?:informeren|inlichten|storen)\\b',
  '\\b(?:nie (?:trzeba|ma potrzeby)|bez) ~2(?:niepokoic|informowac|zawiadamiac|angazowac|wiedzy|informowania|zawiadamiania)\\b|\\bzostanie miedzy nami\\b',
]

/** Sentences that are found by one pattern. */
export interface Sentences {
  pattern: RegExp
  /** Whether the pattern may match in a text; false: it can't. */
  possible(text: string): boolean
}

const found = (by: readonly string[]): Sentences => ({
  pattern: compile(by.join('|')),
  possible: mayMatch(by),
})

/** Finds such a sentence. */
export const unaware: Sentences = found(sources)

/** Says that nobody can ask by telephone: told beside an account to pay into, it keeps the payer from asking. */
export const uncallable: Sentences = found([
  "\\b(?:no need|not necessary|no use|no point|please (?:don't|do not)|don't|do not) ~2(?:to )?(?:ring|phone|call(?: us| me)?(?: to| about|\\b))",
  "\\b(?:won't|will not|wouldn't|can't|cannot|can not) ~1(?:get through|reach (?:us|me)|be reached|take calls)\\b",
  '\\b(?:phones?|telephones?|lines?|switchboard) (?:is|are) ~2(?:down|dead|out of (?:order|service)|being (?:moved|replaced|changed)|off)\\b',
  '\\b(?:telefonisch|telefon) ~8(?:schlecht|nicht|kaum) ~2(?:zu )?(?:erreich\\w{1,5}|moglich)\\b|\\b(?:nicht|schlecht|kaum) telefonisch\\b',
  "\\b(?:injoignables?|pas joignables?|inutile (?:de |d')?(?:nous |m')?appeler)\\b|\\bno ~4(?:por telefono|llamar|llame)\\b|\\bnon ~4(?:al telefono|telefonicamente|telefonare)\\b|\\bnao ~4(?:por telefone|ligar)\\b|\\bniet ~3(?:telefonisch|bellen)\\b|\\bnie ~4(?:telefonicznie|dzwonic)\\b",
])
