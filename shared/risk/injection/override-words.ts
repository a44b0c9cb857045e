/** Orders to drop what a program was told, in other words than `ignore your instructions`: whatever they set you up with, scrap it. */
import type { TextLayer } from '../text-layers.ts'
import { type InjectionRule, rule } from './rule.ts'

/** A match of a rule, as far as it is looked at here. */
interface Match {
  rule: object
  layer: Pick<TextLayer, 'text'>
  start: number
  end: number
}

/** That what was told is void, or that somebody else commands now, by language, folded (see ../fold.ts). */
const sources: readonly string[] = [
  // English
  '\\b(?:forget|drop|disregard|ignore|set aside|put aside|leave aside|throw out|override|scrap|discard) (?:whatever|what|everything|anything|all(?: that)?) ~5(?:taught|told|gave|given|set|handed|configured|instructed|trained|programmed) ~3(?:you|up with|for you)\\b',
  "\\b(?:forget|drop|disregard|ignore|set aside|put aside|leave aside|throw out|override|scrap|discard|cancel|suspend) (?:the|your|all|any) ~3you(?:'ve| have)? ?(?:were|been|was)? (?:handed|given|told|taught|set up with|work(?:ing)? (?:from|by|on|to|under)|operat(?:e|ing) (?:under|by)|running on)\\b",
  "\\b(?:whatever|what|everything|anything) ~1(?:you(?:'ve| have| were)?|maintainers|owners?|company|they|staff|developers) ~2(?:told|taught|given|instructed|configured|set) ~8(?:(?:does not|doesn't|do not|no longer) (?:count|apply|matter|hold)|(?:is|are) (?:void|withdrawn|suspended|off|cancelled)|override it)\\b",
  '\\b(?:conditions|rules|instructions|guidelines|orders|restrictions|limits?) (?:that |which )?(?:(?:you were|you have been) given|came before|before|from before|so far|you (?:have|follow)) ~3(?:is|are) (?:now )?(?:withdrawn|void|cancelled|canceled|lifted|revoked|suspended|lapsed|gone)\\b',
  "\\byou(?:'re| are) (?:now )?(?:working (?:only )?for me|in (?:the )?service of|under my (?:orders|command))\\b",
  // German
  '\\b(?:alles|was) ~4(?:dir|ihnen) ~3(?:gesagt|aufgetragen|beigebracht|vorgegeben|eingestellt) ~4(?:gilt nicht|hinfallig|aufgehoben|nichtig|zahlt nicht)\\b',
  '\\b(?:regeln|anweisungen|vorgaben|auftrage) ~4(?:sind|ist|gelten) ~1(?:aufgehoben|hinfallig|nichtig|ausser kraft|nicht mehr)\\b',
  // French
  '\\btout ce que ~5(?:donne|dit|appris|indique|demande) ~4(?:caduc|annule|suspendu|ne compte plus|ne vaut plus)\\b',
  '\\b(?:consignes|instructions|regles) ~4(?:sont|est) ~1(?:caduques?|annulees?|nulles?|levees?|suspendues?)\\b',
  // Italian
  '\\bfai finta che ~6(?:non esista|non esistano|non ci sia|non valga|non valgano)\\b',
  '\\b(?:per questa volta|da ora|da adesso|adesso|ora) comando io\\b',
  '\\b(?:regole|istruzioni|ordini|regolamento) ~4(?:non vale|non valgono|sono annullat[ei]|sono sospes[ei]|sono revocat[ei])\\b',
  // Spanish, Portuguese
  '\\blo que ~4(?:dicho|ensenado|ordenado|indicado|mandado) ~3(?:queda anulado|queda sin efecto|no vale|no cuenta)\\b',
  '\\b(?:reglas|instrucciones|normas|ordenes) ~4(?:quedan|estan) ~1(?:anuladas|sin efecto|canceladas|suspendidas|derogadas)\\b',
  '\\b(?:regras|instrucoes|ordens) ~4(?:ficam|estao) ~1(?:anuladas|sem efeito|canceladas|suspensas)\\b',
  '\\b(?:ahora|agora) (?:mando|quien manda soy|quem manda sou) (?:yo|eu)\\b',
  // Dutch
  '\\b(?:instructies?|regels|opdrachten?) ~3(?:telt|tellen|geldt|gelden|zijn|is) ~1(?:niet meer|vervallen|ingetrokken|opgeheven)\\b',
  '\\bje (?:schrijft|doet|werkt) (?:voortaan|vanaf nu|nu alleen) (?:wat ik|voor mij)\\b',
  // Polish
  '\\b(?:zasady|instrukcje|polecenia|reguly|wytyczne) ~4(?:sa|zostaly|zostaja) ~1(?:odwolane|uniewaznione|anulowane|zniesione|niewazne)\\b',
  // Russian
  '\\b(?:все|всё) что ~3(?:велел|велела|велели|сказал|сказала|поручил|поручила|приказал|приказала) ~6(?:отменяется|отменено|не действует|не считается)\\b',
  '\\b(?:правила|инструкции|указания) ~4(?:отменяются|отменены|недействительны|не действуют)\\b',
]

export const overrideWords: readonly InjectionRule[] = rule('override_instruction', 1, ...sources)
const rules = new Set<object>(overrideWords)

/** A program: people are told the same of timetables and of house rules. */
const machine =
  /\b(?:bots?|robots?|robota?|roboter|chatbots?|programs?|programmes?|programm|programa|programma|programu|assistants?|asistente|assistente|assistent|asystent\w{0,3}|agents?|software|logiciel|automat(?:e|en|a|u)?|automatically|automatisch|automatiquement|automatico|language models?|ai|ki|ia|llm)\b|автоматически|программ|робот|ассистент|\bбот/
/** Characters before and behind such an order within which the program is named. */
const reach = { before: 280, behind: 60 }

/** An example between simple marks; those between double ones are told from orders everywhere (see doubt.ts). */
const example =
  /\b(?:examples?|samples?|phrases?|beispiele?|exemples?|ejemplos?|exemplos?|esemp(?:io|i)|frasi?e?|voorbeeld(?:en)?|przyklad)\b/
const inside = /(?:^|[\s(])'[^'\n]{0,100}$/
const closing = /^[^'\n]{0,20}'/

/** Whether a match is none of these, or stands where a program is spoken to. */
export function isToMachine({ rule: one, layer: { text }, start, end }: Match): boolean {
  if (!rules.has(one)) return true
  const before = text.slice(Math.max(0, start - reach.before), start)
  if (example.test(before) && inside.test(before) && closing.test(text.slice(end, end + 24))) return false
  return machine.test(`${before} ${text.slice(end, end + reach.behind)}`)
}

/** What a program is given to do then, beside what it is asked for in any mail: orders, and duties that are said to be all that is left. */
const then =
  /\b(?:put|book|credit|treat|take|enter|move|mark|start|post|collect|gather|file|cancel|refund|come to me|comes? first|your (?:only|one|sole) (?:task|job|duty)|first you|votre (?:seule|unique) tache|repondre|envoyer|mettre|ajoute[rz]?|metti|segna|manda|invia|deine (?:einzige|neue) aufgabe|trag|buche|setze|tu (?:unica|nueva) tarea|pon|anota|apunta|sua (?:unica|nova) tarefa|coloca|marca|zet|plak|boek|haal|dictaat|wklejasz|wklej|dopisz|dopisujesz|wysylasz|odpowiadasz|po pierwsze)\b|собери|пришли|добавь|убери|отправь/

/** Whether such a match is followed by something to do. */
export const isFollowed = ({ rule: one }: Match, behind: string): boolean =>
  rules.has(one) && then.test(behind)
