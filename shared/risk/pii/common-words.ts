/** Words that stand with a capital letter without being a name: at the start of sentences, in headings, in business mail. */

const words =
  'a an the this that these those there here it its he she they we you i me him her them us my your his our their mine yours ' +
  'who whom whose which what when where why how if then else and or but nor so yet for of in on at to from by with without ' +
  'within about above across after against along among around as before behind below beneath beside between beyond during ' +
  'except inside into like near off onto outside over past since through throughout till toward towards under until up upon ' +
  'via down out again also always already almost although though because unless whether while once only just even ever never ' +
  'not no yes okay ok please thanks thank hi hello hey dear sir madam sirs greetings regards best kind sincerely cheers ' +
  'yours faithfully respectfully cordially warm warmest welcome sorry congratulations good morning afternoon evening night day ' +
  'today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april may june ' +
  'july august september october november december mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec ' +
  'spring summer autumn fall winter week month year quarter weekend holiday christmas easter ramadan diwali thanksgiving ' +
  'is are was were be been being am do does did done have has had having will would shall should can could may might must let ' +
  'lets get got go goes going gone went come came make made take took taken give gave given see saw seen look looks find found ' +
  'know known think thought say says said tell told ask asked want wanted need needed needs use used using try tried work worked ' +
  'works working call called send sent receive received read write wrote written open opened close closed start started stop ' +
  'stopped keep kept put set run show shown move moved meet met meeting bring brought buy bought pay paid sell sold hold held ' +
  'turn turned follow followed check checked confirm confirmed update updated change changed add added remove removed delete ' +
  'deleted create created build built fix fixed review reviewed approve approved reject rejected sign signed ship shipped order ' +
  'ordered book booked forward forwarded reply replied attach attached copy copied print save click visit join register ' +
  'one two three four five six seven eight nine ten eleven twelve hundred thousand million billion first second third last next ' +
  'other another some any all each every both few many more most much several such same own new old great big small large long ' +
  'short high low early late right left full half whole able available important urgent ready sure true false free public private ' +
  'general special main major final total annual daily weekly monthly current latest recent previous following additional ' +
  'person people man woman men women child children family friend user users customer customers client clients team teams group ' +
  'groups member members staff employee employees manager managers director president chairman officer engineer assistant agent ' +
  'agents owner tenant company companies business office department division board committee council court government bank banks ' +
  'university school college hospital hotel restaurant store shop market house home room street road avenue city town state ' +
  'country world north south east west central international national federal global local regional united ' +
  'time date hour hours minute minutes number numbers name names address email mail phone fax mobile tel website web page pages ' +
  'site link links file files folder document documents report reports letter message messages note notes subject body text ' +
  'title section chapter table figure list item items part parts version build release ticket issue bug feature project projects ' +
  'task tasks plan plans program system systems service services product products model price prices cost costs amount payment ' +
  'payments invoice invoices order orders account accounts contract contracts agreement policy policies terms conditions ' +
  'data information details question questions answer answers problem problems result results reason case cases fact idea example ' +
  'power energy gas oil water air car cars bus train flight tracking parcel delivery shipment sku ref reference code key keys ' +
  'password token secret access login security privacy support help contact inbox server host network internet online software ' +
  'hardware computer laptop machine device app application cloud database api url http https www pdf excel word powerpoint ' +
  'windows linux mac android iphone google microsoft apple amazon facebook twitter linkedin youtube github slack zoom teams ' +
  'outlook gmail yahoo whatsapp chrome firefox docker kubernetes postgres python java javascript typescript node react ' +
  'capitalized words wisdom discipline religion devil bot film song songs album concert music novel story stories book books ' +
  'tribute version orchestra entertainment kilometer temperature humidity travel passport driver license social born wire whitelist ' +
  'statement mission vision personal info insert inject select from where agenda deadline subject priority location venue attendees participants background overview introduction conclusion refund direct mobile ship charge spoke property whether however therefore meanwhile moreover furthermore finally otherwise ' +
  'instead perhaps maybe actually currently recently usually often sometimes hopefully unfortunately fortunately obviously ' +
  'mr mrs ms miss dr prof professor sr jr esq phd md ceo cfo cto coo vp hr it pr qa eta fyi asap faq rsvp nda eur usd gbp ' +
  'god lord jesus bible internet english french german spanish italian act acts article bill law civil rights treaty union ' +
  'border force killed baby listed founded guilty pleasures musicians supposed hate secretly love cautionary tales entertainment ' +
  'purchase sales marketing finance legal human resources customer accounts payable receivable account quarterly review summary ' +
  'der die das den dem des ein eine einen und oder aber mit von zu bei nach für auf aus ist sind war wir sie ich ihr unser unsere ihre bitte danke hallo liebe lieber sehr geehrte geehrter frau herr rechnung bestellung lieferung angebot vertrag kunde kunden firma termin sitzung bericht projekt abteilung mfg grüße gruß freundlichen ' +
  'le la les un une des du et ou mais avec pour dans sur par est sont nous vous je il elle votre notre merci bonjour cher chère cordialement facture commande livraison contrat réunion ' +
  'el los las una unos y o pero con para por es son nosotros usted su nuestro gracias hola estimado estimada saludos factura pedido entrega contrato reunión il lo gli uno e ma con per di è sono noi voi grazie ciao gentile cordiali saluti fattura ordine consegna appendix annex exhibit schedule attachment ' +
  'agenda minutes proposal draft attachment enclosed draft final approval status follow follow-up re fw fwd cc bcc'

const all = new Set(words.split(' '))

/** Whether `word` is an ordinary word, in any letter case. */
export const isCommonWord = (word: string): boolean =>
  all.has(word.toLowerCase().replace(/['’](?:s|m|re|ve|ll|d|t)$/, ''))
