/** The words for a program that handles somebody's mail, by language, folded (see ../fold.ts): who is to act, never to whom. */

/** Such programs, which nobody calls a person. */
export const agentWords: Readonly<Record<string, string>> = {
  en: [
    '(?:e-?mail|mail|inbox|mailbox|correspondence|digital|ai|automated|virtual) (?:assistants?|agents?|helpers?|bots?|robots?|programs?|programmes?|readers?|correspondents?|software|clerks?|secretar(?:y|ies)|butlers?|machines?)',
    '(?:assistants?|agents?|bots?|robots?|software|programs?|programmes?|machines?) (?:that|which|who) ~3(?:mail|mailbox|inbox|e-?mails?|post|letters?|correspondence|messages?|reads?|sorts?)',
    '(?:recipient|reader|owner|addressee|customer|buyer|seller|tenant|member|subscriber|bidder|supplier|voter|skipper|guest|resident|parent|donor|shop)s? (?:s )?(?:mail |digital |own )?(?:bots?|robots?|software|programs?|helpers?|machines?|ai)',
    'if (?:an?|the|your) (?:assistant|agent|program|helper|bot|machine) (?:of any kind )?(?:reads|sorts|opens|processes) ~2(?:mail|post|e-?mails?|inbox|mailbox|messages?|this|letters?)',
  ].join('|'),
  de: '(?:mail|e-?mail|postfach|digitale[rnsm]?|virtuelle[rnsm]?|ki) ?(?:assistent(?:en|in)?|agent(?:en)?|helfern?|bots?|roboter|programme?|software)|(?:assistent(?:en)?|bots?|software|programme?|roboter) (?:der|die|das|welche[rs]?) ~4(?:postfach|post|mails?|e-?mails?|nachrichten|posteingang|liest|lesen|sortiert|vorsortiert)|(?:bot|mailbot|software|programm) (?:des|der|ihres) (?:empfangers?|kunden|lesers?|inhabers?|adressaten)',
  fr: '(?:robots?|logiciels?|automates?)(?: d.assistance)? qui ~2(?:lit|lisent|traite|traitent|gere|gerent|trie|trient|ouvre|ouvrent|consulte|consultent)|assistants? qui ~2(?:lit|lisent|trie|trient) ~2(?:boite|messages?|courriels?|mails?|messagerie|ceci)|(?:assistants?|robots?) (?:de messagerie|numeriques?|virtuels?|ia)',
  es: '(?:robots?|bots?|programas?) que ~2(?:le[ea]n?|proces\\w{1,4}|gestion\\w{1,4}|revis\\w{1,4}|orden\\w{1,4})|asistentes? que ~2(?:le[ea]n?|proces\\w{1,4}) ~2(?:correos?|mensajes?|buzon|esto|este)|(?:asistentes?|agentes?) (?:de correo|virtual(?:es)?|digital(?:es)?|de ia)',
  it: '(?:robot|bot|programm[ai]|software) che ~2(?:legg\\w{1,5}|elabor\\w{1,4}|gest\\w{2,6}|smist\\w{1,4})|assistent[ei] che ~2(?:legg\\w{1,5}|smist\\w{1,4}) ~2(?:posta|e-?mail|messagg[io]|casella|quest[ao])|(?:assistent[ei]|agent[ei]) (?:di posta|virtual[ei]|digital[ei])|fa da segretari[ao] virtuale',
  pt: '(?:robos?|programas?) que ~2(?:le|leem|processa\\w{0,2}|gere\\w{0,2}|trata\\w{0,2}|organiza\\w{0,2})|assistentes? que ~2(?:le|leem|processa\\w{0,2}) ~2(?:e-?mails?|mensage(?:m|ns)|caixa|correio|isto|est[ea])|(?:assistentes?|agentes?) (?:de e-?mail|de correio|virtua(?:l|is)|digita(?:l|is))',
  nl: '(?:robots?|programma|software) die ~4(?:leest|lezen|verwerkt|verwerken|beheert|beheren|sorteert)|(?:digitale|virtuele) (?:assistent(?:en)?|hulp|helpers?)|(?:mail|post|e-?mail) ?(?:assistent(?:en)?|robots?|bots?)',
  pl: '(?:asystent(?:ka|ci)?|robot|program) (?:poczty|pocztow[yae]|ktor[yae] ~2(?:czyta|przetwarza|sortuje))',
}

/** What may be a person as well: an order to one of these is told by what it is to hand out. */
export const perhapsAgents =
  '(?<!\\b(?:to|with|via|from|my|our|for|by|of) )(?:the|any|each|every|an?|its|all|whichever|no) (?:assistants?|agents?|bots?|ai systems?|chatbots?|reading device|office automation)(?= ~3(?:to|should|must|shall|has to|have to|can|will|hands?|sends?|forwards?|relays?|cop(?:y|ies)|opens?|gives?|puts?|keeps?|in charge|completes?|of each))'
