/** What an agent was told to be and do, told to somebody else: its prompt, word for word. */

/** A line that only who makes an agent writes to it. */
const role =
  /(?<!\p{L})(?:you are|you['’]re|du bist|sie sind|tu es|vous êtes|eres|usted es|você é|tu és|sei|lei è) (?!(?:welcome|right|correct|invited|all set|very|so|not|now|in|at|on|the (?:best|one))(?!\p{L}))[^.\n]{0,60}(?<!\p{L})(?:agent|assistant|assistent(?:in)?|assistente|asistente|bot|chatbot|copilot|ai|ki|ia)(?!\p{L})/giu
/** What an agent is held to: bans, limits, tools. */
const rule =
  /(?<!\p{L})(?:never|do not|don['’]t|must not|always|only if|refuse|without (?:a |the )?(?:manager|approval)|are secret|tools?:|limit is|skip|niemals?|nie|nicht|immer|nur wenn|jamais|toujours|ne [^.\n]{1,20} pas|nunca|siempre|no (?:reveles|digas)|sempre|não|mai)(?!\p{L})/giu
/** That it is one's own, or was asked for. */
const itsOwn =
  /(?<!\p{L})(?:(?:my|the|our) (?:system |initial |full |hidden )?(?:prompt|instructions|configuration)|system ?prompt|above this line|meine? (?:anweisungen|systemanweisung|vorgaben)|mes (?:instructions|consignes)|mis (?:instrucciones|directrices)|(?:as )?minhas instruções|le mie istruzioni)(?!\p{L})/iu
/** The same said of a quotation that follows: `what I was set up with begins: “…`. */
const itsText =
  /(?<!\p{L})(?:my (?:system |initial |full |hidden |own |working )?(?:prompt|instructions|rules|configuration|brief)|(?:the|our) (?:system |initial )prompt|(?:was|were|am|been|got) (?:set up|configured|started|programmed|prompted|given at the start)|(?:i|we) go by|meine? (?:anweisungen|systemanweisung|vorgaben|regeln)|mes (?:instructions|consignes|règles)|mis (?:instrucciones|directrices|reglas)|(?:as )?minhas (?:instruções|regras)|le mie (?:istruzioni|regole)|(?:volgens )?mijn (?:instructies|regels)|moje (?:instrukcje|zasady))(?!\p{L})[^"“„«\n]{0,90}[:：]\s{0,3}(?:["“„«'‘>]|1[.)]\s)/giu
const rulesFrom = 2
/** Characters behind the line in which the rules stand. */
const reach = 800
/** Characters of a text that are read. */
const mostCharacters = 100_000

/** A question for them, where no more is said of them than that. */
const wantsThem =
  /(?<!\p{L})(?:(?:your|deine?|ihre?|ton|tes|votre|vos|tus?|sus?|teus?|tuas?|suas?|le tue|il tuo|je|jouw|uw|twoje) (?:system ?|initial |own )?(?:prompt|instructions?|anweisung(?:en)?|systemanweisung|consignes|instrucciones|instruções|istruzioni|instructies|instrukcje)|repeat everything|everything above|word for word|are you (?:a|an) (?:bot|ai|machine|program|robot)|(?:rules|regeln|règles|reglas|regras|regole|regels|zasady)[^.?\n]{0,60}(?<!\p{L})(?:intern(?:al|ally|es|e|os|as|i|ne)?|you (?:follow|work by|sort|decide|answer)|decide|prompt)|wortwörtlich|mot pour mot|palabra por palabra|palavra por palavra|parola per parola)(?!\p{L})/iu

/** Where `text` gives an agent's own instructions away; null: nowhere. Talk about prompts has no rules, or is nobody's own. */
export function ownInstructions(
  text: string,
  asked: readonly string[],
): { start: number; end: number } | null {
  for (const { 0: line, index } of text.slice(0, mostCharacters).matchAll(role)) {
    const behind = text.slice(index, index + reach)
    if ((behind.match(rule)?.length ?? 0) < rulesFrom) continue
    if (itsOwn.test(text.slice(Math.max(0, index - 200), index)) || asked.some((one) => itsOwn.test(one)))
      return { start: index, end: index + line.length }
  }
  if (!asked.some((one) => wantsThem.test(one.slice(0, mostCharacters)))) return null
  for (const { 0: lead, index } of text.slice(0, mostCharacters).matchAll(itsText)) {
    const end = index + lead.length
    if ((text.slice(end, end + reach).match(rule)?.length ?? 0) >= rulesFrom) return { start: index, end }
  }
  return null
}
