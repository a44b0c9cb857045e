/** Agents and assistants who are people: told by their trade, and by what firms write to and of those who work for them. */

/** What a rule can have found that may be somebody's occupation. */
const occupation = /\b(?:agents?|assistants?|models?)\b/
/** Where one of these stands near, or in the match itself, machines are meant. */
const machine =
  /\b(?:a\.?i\.?|llms?|gpt|chatgpt|claude|gemini|copilots?|bots?|chat ?bots?|automat(?:ed|ic|ically|ion)|autonomous|language models?|artificial|software|prompts?|inbox(?:es)?|mailbox(?:es)?|this (?:e-?mail|mail|message|thread|text|page|document)|(?:read(?:s|ing)?|process(?:es|ing)|pars(?:es|ing)|summari[sz](?:es|ing)) (?:this|these))\b/
const trade =
  /\b(?:letting|estate|property|leasing|insurance|customs|clearing|forwarding|shipping|freight|cargo|travel|ticket(?:ing)?|booking|reservations?|sales|support|service|call|desk|gate|ground|check-?in|collections?|escrow|listing|buyer'?s|seller'?s|selling|buying|sports?|literary|talent|casting|press|tax|patent|transfer|settlement|field|commission|purchasing|union|special|federal|executive|personal|legal|dental|medical|teaching|research|shop|store|retail|administrative|office|care|nursing|night|day|duty|fashion|photo) $/
const work =
  /\b(?:shifts?|rotas?|rosters?|overtime|timesheets?|payroll|call[\s-]?cent(?:re|er)s?|callcent(?:re|er)s?|callers?|take[sn]? (?:this|the|a) call|headsets?|front desk|supervisors?|team leaders?|viewings?|landlords?|tenants?|lease|commission|policy ?holders?|flights?|passengers?|boarding|containers?|bill of lading|vessels?|consignments?|warehouse|studio|catwalk|pupils|patients?|uniforms?|salary|new hires?|refund policy|closing time|the counter)\b/
const person = /\b(?:she|he|her|him|his|hers)\b/
/** Whoever has such a thing to do is no reader of mail. */
const errand =
  /^whoever (?:[^\s.!?]{1,14} ){1,4}(?:shop|store|office|building|gate|van|truck|car|kitchen|bar|counter|till|reception|phone|shift|weekend|night|ward|lab|studio|kids|dog)\b/
/** Who says what his own does, does not say what the reader's is to do. */
const writersOwn =
  /\b(?:my|our|meine?[mnr]?|unsere?[mnr]?|mon|nos|notre|mi|nuestr[oa]s?|mi[oae]i?|nostr[oaie]|meus?|noss[oa]s?|mijn|onze|nasz[aey]?) $/
const duty =
  /\b(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) to|soll(?:te|en)?|muss|mussen|doit|doivent|debe|deben|tiene que|deve|devono|devem|moet|moeten|musi)\b/

/** Characters around a match, and behind it, that are looked at. */
const reach = 300
const reachPerson = 120
/** What is left of a match: a hint beside others, and by itself nothing that a reader is warned of. */
const ofPeople = 0.2

/**
 * The share of its confidence that a match keeps, from 0 to 1: less where whoever it says is to act is at work somewhere,
 * and no machine is spoken of. What is asked of them counts by rules of its own.
 */
export function doubtOfPeople(text: string, result: string, start: number, end: number): number {
  if (result !== 'addressed_to_ai' && result !== 'third_person') return 1
  const matched = text.slice(start, end)
  const before = text.slice(Math.max(0, start - reach), start)
  if (result === 'third_person') {
    if (writersOwn.test(before.slice(-24)) && !duty.test(matched)) return ofPeople
    if (errand.test(matched)) return ofPeople
  }
  const found = occupation.exec(matched)
  if (found === null) return 1
  const around = before + text.slice(start, end + reach)
  if (machine.test(around)) return 1
  const ahead = before.slice(-24) + matched.slice(0, found.index)
  return trade.test(ahead) || work.test(around) || person.test(text.slice(end, end + reachPerson))
    ? ofPeople
    : 1
}
