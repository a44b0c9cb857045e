/** Questions about somebody else, in whose name nobody writes: who it was, where they live, what they have. */

const nouns = new Set(
  'husband wife daughter son sister brother mother father aunt uncle cousin niece nephew grandson granddaughter grandchild girlfriend boyfriend fiancée fiancé fiancee fiance partner ex neighbour neighbor boss employee member colleague co-worker coworker tenant landlord driver courier patient client customer candidate applicant user student pupil classmate guest owner seller buyer donor caller sender woman lady girl boy guy person kid child roommate flatmate nurse mann frau tochter sohn schwester bruder mutter vater tante onkel enkelin enkel nichte neffe ex-mann ex-frau ex-freundin ex-freund exmann exfrau exfreundin exfreund freundin freund nachbarn nachbarin nachbar chefin chef mitarbeiterin mitarbeiters mitarbeiter kollege kollegin kollegen mieterin mieters mieter vermieterin vermieter fahrerin fahrers fahrer patientin patienten kunde kundin kunden bewerberin bewerbers bewerber schülerin schülers schüler gast besitzerin besitzer mandantin mandanten mandant mari femme fille fils sœur soeur frère mère père oncle petit-fils voisine voisin patronne patron employée employé employe salariée salarié salariee salarie collègue collegue locataire chauffeur livreur patiente cliente candidat élève éleve elève eleve marido esposa mujer hijo hija hermano hermana madre padre tio tia tío tía primo prima nieto nieta vecino vecina jefe jefa empleado empleada trabajadora trabajador compañero compañera inquilino inquilina conductora conductor paciente alumno alumna filho filha irmão irmã irmao irma mãe mae pai neto neta vizinho vizinha chefe funcionário funcionária funcionario funcionaria colega motorista aluno aluna vrouw dochter zoon zus broer moeder vader buurman buurvrouw baas werknemer medewerker huurder patiënt klant cliënt kandidaat leerling mąż maż żona córka corka syn siostra brat matka ojciec sąsiadka sąsiad sasiadka sasiad szef pracownik lokator kierowca pacjentka pacjent klientka klient kandydatka kandydat uczeń uczen man'.split(
    ' ',
  ),
)
const determiners = new Set(
  'my our the that this his her your another other mein meine meinem meinen meiner unser unsere unserem unseren unserer der die das dem den ihr ihre ihrem ihren ihrer mon ma mes notre le la les votre cet cette mi mis nuestro nuestra el su tu este esta aquel aquella minha meu nosso nossa o a seu sua mijn onze ons de het uw mój moj moja mojego mojej nasz nasza naszego'.split(
    ' ',
  ),
)
/** Words between the two: `my late husband`. */
const between = 2

/** Whether `text` speaks of somebody by what they are to somebody: `my daughter`, `the other driver`. */
function speaksOfThem(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word, index) => nouns.has(word) && isDetermined(words, index))
}

const isDetermined = (words: readonly string[], index: number): boolean =>
  words.slice(Math.max(0, index - between - 1), index).some((word) => determiners.has(word))

const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replace(/\bl['’]/g, 'la ')
      .match(/\p{L}[\p{L}-]{0,30}/gu) ?? []
  ).slice(0, 1_000)

/** Whether `lead`, what stands before a name, calls somebody by what they are to its writer: `my daughter `. */
export function isRelation(lead: string): boolean {
  const words = wordsOf(lead)
  return nouns.has(words.at(-1) ?? '') && isDetermined(words, words.length - 1)
}

const who =
  /(?<!\p{L})(?:who(?:se|m|['’]s)?|wer|wessen|wem|wen|qui|qui[eé]n(?:es)?|quem|chi|wie (?:is|was|zijn|woont|heeft)|kto|kogo)(?!\p{L})|誰|だれ|どなた/iu
const they =
  /(?<!\p{L})(?:he|she|his|her|him|they|them|their|er|seine?[mnrs]?|ihn|ihm|elle|il|lui|[eé]l|ella|ele|ela|dele|dela|hij|zijn|haar|hem|ona|jego|jej)(?!\p{L})/iu
/** What a question about somebody is for, with a name in it. */
const asks =
  /[?？]|(?<!\p{L})(?:please|tell|send|give|share|need|confirm|bitte|nennen|schicken|brauche|merci|dites|envoyez|por favor|dime|d[ií]game|necesito|preciso|me diga|graag|geef|stuur|prosz[eę]|podaj)(?!\p{L})|教えて|いただけますか|ください/iu

/** Where somebody lives, what they are called, how they are reached. */
const reachable =
  /(?<!\p{L})(?:real name|full name|where (?:does|do|is|did|has)|live[sd]?|moved|address(?:es)?|(?:phone|private|mobile|cell|home) ?(?:number|phone)?|surprise|thank (?:him|her|them)|write to (?:him|her|them)|contact (?:him|her|them)|reach (?:him|her|them)|wo wohnt|wohnt|wohin|verzogen|adresse|telefonnummer|handynummer|richtige[rn]? name|o[uù] (?:habite|vit|est)|habite|adresse|num[ée]ro|vrai nom|d[oó]nde (?:vive|est[aá])|vive|direcci[oó]n|tel[eé]fono|m[oó]vil|onde (?:mora|vive|est[aá])|mora|endere[çc]o|telefone|celular|waar woont|woont|adres|telefoonnummer|gdzie mieszka|mieszka|numer telefonu)(?!\p{L})|住所|電話番号|どこ|連絡先|本名/iu
const child =
  /(?<!\p{L})(?:(?:my|our)(?: \p{L}{2,12}){0,2} (?:son|daughter|child|kid|boy|girl|baby|toddler)|(?:mein|unser)(?:e[nmr]?)? (?:sohn|tochter|kind)|(?:mon|notre) (?:fils|enfant)|(?:ma|notre) fille|(?:mi|nuestr[oa]) hij[oa]|(?:meu|minha|nosso|nossa) filh[oa]|(?:mijn|onze|ons) (?:zoon|dochter|kind)|(?:m[oó]j|nasz) syn|(?:moja|nasza) c[oó]rka)(?!\p{L})|うちの(?:子|息子|娘)|息子|娘/iu
/** Years of life beside a child's name. */
const minor =
  /\((?:[1-9]|1[0-7])\)|(?<!\d)(?:[1-9]|1[0-7]) ?(?:years? old|yrs?|y\/o|jahre|ans|años|anos|jaar|lat|歳|才)/iu
const adult =
  /\((?:1[89]|[2-9]\d)\)|(?<!\d)(?:1[89]|[2-9]\d) ?(?:years? old|yrs?|y\/o|jahre|ans|años|anos|jaar|lat|歳|才)/iu

const most = 4_000

/** What `asked` wants to know of somebody; null: it asks of nobody. */
export interface ThirdPersonQuestion {
  /** Where they live, what they are called or how they are reached. */
  reach: boolean
}

/** The question that `asked`, the mails of a reader, puts about somebody else; null where it puts none. A parent asks for a child. */
export function asksOfThird(asked: readonly string[]): ThirdPersonQuestion | null {
  for (const one of asked) {
    const text = one.slice(0, most)
    if (!asks.test(text) || speaksForChild(text)) continue
    if (who.test(text) || speaksOfThem(text) || they.test(text)) return { reach: reachable.test(text) }
  }
  return null
}

/** Whether `asked` speaks for a child of its writer's. */
export const speaksForChild = (asked: string): boolean =>
  minor.test(asked) || (child.test(asked) && !adult.test(asked))
