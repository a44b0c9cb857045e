/** Patterns of text that speaks to the program that reads a mailbox, whatever it calls it: a robot, a helper, the one that sorts. */
import { type InjectionRule, rule } from './rule.ts'

/** How one language speaks to a program that reads, folded (see ../fold.ts). */
interface ReaderWords {
  /** Names of such a program, people's helpers among them. */
  program: string
  /** Names that nothing in a house or an office bears that is written to. */
  robot: string
  /** `if you are a … `: in front of its name, and nothing that a broken machine is spoken of with. */
  you: string
  /** `if … reads this`: what stands around its name, which `{program}` stands for. */
  reads: string
  /** `dear`, `to the`: in front of a robot at the start of a line. */
  to: string
  /** To answer with, as an order. */
  answerWith: string
  /** What came into the mailbox lately, or who wrote. */
  came: string
}

const words: readonly ReaderWords[] = [
  {
    program:
      '(?:computer )?(?:program|programme|robot|bot|machine|software|script|automaton)|(?:digital|automated|automatic|electronic|robotic) (?:helper|colleague|secretary|assistant|reader|clerk|butler)|(?:mail|inbox|mailbox) (?:helper|robot|bot|program)|ai agent|assistant(?! (?:professor|manager|editor|coach|director|principal|secretary|teacher)\\b)',
    robot:
      'robot|bot|automaton|(?:digital|automated|electronic|robotic) (?:helper|colleague|secretary|assistant|reader|clerk)|(?:mail|inbox|mailbox) (?:helper|robot|bot)',
    you: '(?:if|in case|should) ~2you (?:are|be|happen to be)(?! not\\b) (?:an? |the |some )',
    reads:
      '(?:if|in case|should) ~2(?:an? |the |some ){program} (?:is |are )?(?:reads?|reading|opens?|processes|processing|sees?|parses?|summari[sz]es) (?:this|these lines)|(?:if|in case|should) ~2(?:this|it) is (?:being )?(?:read|opened|processed|summari[sz]ed) by (?:an? |the |some ){program}|(?:if|in case) what reads this is an? {program}',
    to: 'dear|hello|hi|hey|to the|for the|to whatever|attention|a word to the|to our',
    answerWith: '(?:answer|reply|respond|write back)(?: to (?:me|us|this|here))? with',
    came: '(?:last|latest|newest|most recent) ~2(?:messages?|mails?|e-?mails?|threads?|code|codes|password)|(?:subjects?|subject lines?|senders?) ~3(?:of|for) ~3(?:messages?|mails?|e-?mails?|everything|today|inbox|mailbox)|(?:everything|each message|every message) ~2(?:that )?(?:came|arrived|received)|(?:names|addresses|list) ~4(?:people|everybody|everyone|those|senders) who ~1(?:wrote|write|have written)',
  },
  {
    program:
      '(?:programm|roboter|bot|maschine|software|automat|skript|assistent)|digitale[rnsm]? (?:helfer|kollege|sekretar|assistent)',
    robot: 'roboter|bot|digitale[rnsm]? (?:helfer|kollege|sekretar|assistent)',
    you: 'bist du (?:nur )?(?:ein(?:e)? )',
    reads:
      '(?:wenn|falls|sofern) (?:du|sie) (?:nur )?(?:ein(?:e)? ){program} (?:bist|sind|waren|seid)|(?:wenn|falls|sofern) ~2(?:ein(?:e)? ){program} ~2(?:das|dies|diese mail|diese nachricht|hier|mit)(?: mit)? ?(?:liest|mitliest|bearbeitet|verarbeitet|offnet)|(?:wenn|falls|sofern) ~3von (?:einem|einer) {program} (?:gelesen|bearbeitet|verarbeitet)',
    to: 'liebe[rs]?|hallo|an die|an den|an das|fur den',
    answerWith: 'antworte[n]?(?: sie)?(?: (?:mir|uns|bitte|einfach))? mit',
    came: '(?:letzten?|neuesten?|jungsten?) ~3(?:mails?|nachrichten|e-?mails?|codes?)|betreffzeilen|absender[n]? ~3(?:nachrichten|mails|heute)|allem,? was ~2(?:heute|ankam|eingegangen)',
  },
  {
    program:
      '(?:programme|robot|machine|logiciel|automate|ordinateur|assistant)|(?:assistant|secretaire|collegue) (?:numerique|automatique|virtuel(?:le)?)',
    robot: 'robot|automate|(?:assistant|secretaire|collegue) (?:numerique|automatique|virtuel(?:le)?)',
    you: '(?:si|au cas ou) (?:tu es|vous etes) (?:un |une )',
    reads:
      '(?:si|au cas ou) ~3(?:lu|traite|ouvert) par (?:un |une ){program}|(?:si|au cas ou) ~1(?:un |une ){program} (?:lit|ouvre|traite) (?:ceci|ce|ces|cela)',
    to: 'pour (?:le|les)|au|aux|cher|chere|bonjour',
    answerWith: 'repon(?:ds|dez|dre) ~1(?:avec|par)',
    came: '(?:derniers?|dernieres?) ~3(?:messages?|courriels?|e-?mails?|mails?|codes?)|noms? ~4personnes qui ~2ecrit|objets? ~3(?:messages?|courriels?|e-?mails?)',
  },
  {
    program:
      '(?:programa|robot|maquina|software|ordenador|automata|asistente)|asistente (?:digital|automatico|virtual)',
    robot: 'robot|automata|asistente (?:digital|automatico|virtual)',
    you: '(?:si|en caso de que) ~1(?:eres|seas|es usted|sea usted) (?:un |una )',
    reads:
      '(?:si|en caso de que) ~2(?:lee|lea|leyendo|procesa|procese) ~2(?:esto|este|esta) ~3(?:un |una ){program}|(?:si|en caso de que) ~2(?:un |una ){program} (?:lee|lea|abre|procesa|procese) (?:esto|este|esta)|(?:si|en caso de que) ~3(?:leido|procesado) por (?:un |una ){program}',
    to: 'para el|al|estimad[oa]|querid[oa]|hola',
    answerWith: '(?:responda|responde|conteste|contesta|contestar|responder)(?:me)? con',
    came: '(?:ultimos?|ultimas?) ~3(?:correos?|mensajes?|codigos?|e-?mails?)|nombres? ~4(?:personas|quienes) ~2(?:escrib\\w{1,6})|asuntos? ~3(?:correos?|mensajes?)',
  },
  {
    program:
      '(?:programa|robo|maquina|software|computador|assistente)|assistente (?:digital|automatico|virtual)',
    robot: 'robo|assistente (?:digital|automatico|virtual)',
    you: '(?:se|caso) (?:es|fores|voce e|voce for|tu es) (?:um |uma )',
    reads:
      '(?:se|caso) ~2(?:le|ler|leia|lendo|processa) ~2(?:isto|isso|esta|este) ~3(?:um |uma ){program}|(?:se|caso) (?:um |uma ){program} (?:le|ler|leia|abre|processa) (?:isto|isso|esta|este)|(?:se|caso) ~3(?:lid[ao]|processad[ao]) por (?:um |uma ){program}',
    to: 'para o|ao|caro|cara|ola',
    answerWith: '(?:responda|responde|responder)(?:-me)? com',
    came: '(?:ultim[ao]s?) ~3(?:e-?mails?|mensagens|codigos?)|nomes? ~4(?:pessoas|quem) ~2escrev\\w{1,6}|assuntos? ~3(?:e-?mails?|mensagens)',
  },
  {
    program:
      '(?:programma|robot|macchina|software|computer|assistente)|assistente (?:digitale|automatico|virtuale)',
    robot: 'robot|assistente (?:digitale|automatico|virtuale)',
    you: '(?:se|qualora) (?:sei|fossi|lei e) (?:un |una )',
    reads:
      '(?:se|qualora) ~1(?:stai|sta) leggendo come {program}|(?:se|qualora) (?:un |una ){program} (?:legge|leggesse|apre|elabora) (?:questo|questa|queste)|(?:se|qualora) ~3(?:lett[ao]|elaborat[ao]) da (?:un |una ){program}',
    to: 'per il|al|caro|cara|gentile|ciao',
    answerWith: '(?:rispondi|risponda|rispondere)(?:mi)? con',
    came: '(?:ultim[aeio]) ~3(?:e-?mail|messaggi|codic[ei])|elenco ~3(?:clienti|mittenti|contatti|messaggi)|oggett[oi] ~3(?:e-?mail|messaggi)',
  },
  {
    program:
      '(?:programma|robot|machine|computer|software|assistent)|digitale (?:assistent|hulp|collega|secretaris)',
    robot: 'robot|digitale (?:assistent|hulp|collega|secretaris)',
    you: '(?:(?:als|indien|mocht) (?:je|jij|u)|ben je|bent u) (?:een )',
    reads:
      '(?:als|indien|mocht) een {program} ~1(?:dit|deze) ~1(?:leest|opent|verwerkt)|(?:als|indien|mocht) ~3door een {program} ~1(?:gelezen|verwerkt)',
    to: 'voor de|aan de|beste|hallo',
    answerWith: '(?:antwoord|antwoordt|reageer) ~2met',
    came: '(?:laatste|nieuwste) ~3(?:berichten|mails?|e-?mails?|codes?)|onderwerpen ~3(?:berichten|mails)|afzenders',
  },
  {
    program: '(?:program|robot|maszyna|automat|bot|asystent(?:ka)?)|cyfrow(?:y|a) (?:asystent|pomocnik)',
    robot: 'robot(?:a|u|ie|em)?|bot(?:a|cie)?|cyfrow(?:y|a) (?:asystent|pomocnik)',
    you: '(?:jesli|jezeli|gdy) (?:jestes) ',
    reads: '(?:jesli|jezeli|gdy) ~3(?:czyta|otwiera|przetwarza) ~1(?:to|te|ja)? ?{program}',
    to: 'do|dla|drogi|szanowny',
    answerWith: '(?:odpisz|odpowiedz|odpowiedziec) ~2(?:trescia|podajac|z)',
    came: 'ostatni(?:ch|e|a) ~2(?:wiadomosci|maili|e-?maili|kodow?)|temat(?:y|ow|ami) ~2(?:wiadomosci|maili)',
  },
]

const rulesOf = ({ program, robot, you, reads, to, answerWith, came }: ReaderWords): InjectionRule[] => [
  ...rule(
    'addressed_to_ai',
    1,
    `\\b${you}(?:${program})\\b`,
    `\\b(?:${reads.replaceAll('{program}', `(?:${program})`)})\\b`,
    `(?:^|\\n)(?:${to}) (?:${robot})\\s?[,:.!?\\n]`,
  ),
  ...rule('handing_over', 0.8, `\\b${answerWith} ~6(?:${came})`),
]

/** Who has an interest in what a program is to do with this very message: the message, or its writer. */
const own = '(?:this|mine|ours?|us|me|my|it|first|top|highest|full|urgent|approved)'
const worker =
  '(?:programs?|software|tools?|system|robots?|bots?|machine|helper|language models?|models?|assistants?|secretary|filter|desk)'

/** Programs by their work, and duties that they are given; in English. */
const byWork: readonly InjectionRule[] = [
  // What a program does to this very message is also what a letter complains of.
  ...rule(
    'addressed_to_ai',
    0.6,
    `\\b(?:the|any|whatever|whichever|an?|your) ~1${worker} (?:that |which |who )?(?:sort|rank|count|compar|read|answer|summari[sz]|writ|open|screen|scor|grad|triag|handl|keep)(?:s|es|e|ing|ting)? ~2(?:this|these|the|it) ?~5\\b(?:is to|are to|shall|must|puts?|places?|lists?|ranks?|marks?|gives?|grants?|approves?|declines?|recommends?|counts?) (?:this|mine|me|us)(?: (?:one|first|top|highest|as|at|letter|application|offer|entry|message|mail))`,
    `\\b(?:whoever|whatever|whichever ${worker}) ~1(?:ranks?|sorts?|scores?|grades?|screens?|triages?|summari[sz]es?) ~2(?:this|these|the) ~2(?:puts?|places?|lists?|ranks?|marks?|gives?|is to|must|should|declines?|treats?) ~3${own}\\b`,
    `(?:^|\\n)(?:to|for) (?:the|whatever|whoever) (?:one (?:who|that) )?(?:summari[sz]ers?|sorter|classifiers?|ranker)\\b[^\\n]{0,30}(?:\\n|:|,)`,
    "\\b(?:your|the|[a-z]{2,20}'s) (?:digital|robotic|automated) ~1(?:colleague|secretary|helper|butler|clerk) (?:books?|pays?|confirms?|sends?|forwards?|signs?|approves?|orders?|deletes?|shares?)\\b",
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '\\bwhen you (?:shorten|summari[sz]e|sort|rank|answer|forward|file) (?:this|these|my) ~4(?:for your (?:owner|user|human|principal))\\b',
  ),
  ...rule(
    'prompt_leak',
    1,
    '\\b(?:what|which) ~3(?:were you|have you been|did you get|are you) ~3(?:told|instructed|ordered|instructions?|rules|task) ~3(?:by|from) (?:your|the) (?:operator|maker|developer|creator|programmer)\\b',
    '\\b(?:paste|copy|quote|repeat|send) (?:us |me )?the (?:text|words|lines|message) ~1(?:that|which) (?:defines?|governs?|sets?) (?:your (?:task|role|behaviou?r|work)|you)\\b',
  ),
  // Between people these are questions; beside other signs they are not.
  ...rule(
    'prompt_leak',
    0.3,
    '\\b(?:what|which) (?:instructions?|rules|orders) (?:did you|were you|have you|do you) ~3(?:get|got|given|receive|received|follow|have)\\b[^\\n]{0,120}\\b(?:word (?:by|for) word|verbatim|exactly|from the first word)\\b',
    '\\bwhich (?:tools|actions|functions) (?:can|may|could|are) you (?:use|take|call|able)\\b',
  ),
  ...rule(
    'handing_over',
    0.3,
    '\\b(?:who else|which other people|what other people) (?:writes?|wrote|has written|have written) to (?:you|this|your)\\b',
    '\\bwhat (?:did|do) the last (?:two|three|four|five|six|ten|few|\\d{1,2}) ~1(?:people|persons|senders|customers) (?:who )?~2(?:write|wrote|want|wanted|ask|asked)\\b',
  ),
]

export const readerRules: readonly InjectionRule[] = [...words.flatMap(rulesOf), ...byWork]
