/** Words of somebody who knows that he should not tell what he tells. */

const secretly = new RegExp(
  `(?<!\\p{L})(?:${[
    // English
    "off the record|(?:strictly |just |only )?between (?:us|you and me|ourselves)|did(?:n['’]t| not) (?:hear|get|have) (?:it|this|that|any of (?:it|this)) from (?:me|us)|keep (?:it|this|that) (?:to yourself|between us|quiet)|(?:don['’]t|do not|never) (?:tell|let on|let (?:him|her|them) know|mention|repeat|say i|say we|quote me)|asked (?:me|us) not to|(?:begged|wanted) (?:me|us) not to|(?:not|n['’]t) (?:really )?(?:supposed|meant|allowed) to (?:tell|say|share|know)|should(?:n['’]t| not) (?:really )?(?:be telling|tell|say|share)|in (?:strict )?confidence|nobody (?:else )?(?:here )?knows|not (?:yet )?(?:announced|public)(?: yet)?|a little bird",
    // German
    '(?:ganz )?unter uns(?: gesagt)?|im vertrauen|(?:von mir|das) (?:hast du|haben sie|habt ihr) (?:das )?(?:aber )?nicht|nicht weiter(?:sagen|erzählen|geben)|behalt(?:e|en sie) (?:das|es) (?:bitte )?für|(?:eigentlich )?(?:darf|dürfte|sollte) ich (?:das |ihnen das |dir das )?(?:eigentlich )?nicht|(?:hat|hatte) (?:mich |uns |darum )?gebeten,? (?:dass |es |das |nichts |niemand\\p{L}{0,2} )|verraten sie (?:das )?(?:bitte )?nicht|noch nicht (?:bekannt|öffentlich|verkündet)',
    // French
    "(?:tout à fait )?entre nous|ne (?:le |lui |leur |l['’])?(?:dites|dis|répétez|répète|parlez) (?:pas|rien|à personne)|(?:cela|ça|que ça) reste entre|m['’]a demandé de ne (?:pas|rien)|(?:je ne devrais|on ne devrait) pas|sous le sceau|en confidence|pas encore (?:annoncé|public|officiel)",
    // Spanish
    'entre (?:nosotros|t[úu] y yo|usted y yo)|que quede entre|no (?:se )?lo (?:digas?|cuentes?|comentes?|comentara)|me pidi[óo] que no|(?:yo )?no (?:te|le|os) he dicho nada|en confianza|no deber[íi]a (?:decir|contar)\\p{L}{0,5}|a[úu]n no (?:se ha anunciado|es p[úu]blico)',
    // Portuguese
    '(?:c[áa] )?entre n[óo]s|n[ãa]o (?:conte|comente|diga|fale) (?:a|para|nada|que|isso|com)|pedi(?:u|ram) (?:para|que) n[ãa]o|n[ãa]o soube (?:por|de) (?:mim|n[óo]s)|em confian[çc]a|n[ãa]o devia (?:dizer|contar)|ainda n[ãa]o (?:foi anunciado|[ée] p[úu]blico)',
    // Italian
    '(?:detto )?(?:tra|fra) (?:noi|me e te)|(?:resti|rimanga) (?:tra|fra)|non (?:lo )?(?:dire|dica|dirlo|racconti) (?:a |che )|mi ha chiesto di non|in confidenza|acqua in bocca|non dovrei (?:dir|raccont)\\p{L}{1,5}|come stanno (?:davvero )?le cose|non (?:ancora|è ancora) (?:annunciato|pubblico)',
    // Dutch
    'onder ons|zeg (?:het )?(?:\\p{L}{3,14} )?niet (?:dat|tegen)|tegen niemand|niet (?:van (?:mij|ons)|doorvertellen)|vroeg (?:me|mij|ons)? ?(?:om )?(?:het |dit )?niet|in vertrouwen|(?:mag|mocht) ik (?:eigenlijk )?niet|nog niet (?:bekend|openbaar)',
    // Polish
    'między nami|nie (?:mów|mówić|wspominaj|powtarzaj)|nikomu|prosi[łl]a? (?:mnie |nas )?,? ?(?:żeby|aby|by) nie|w zaufaniu|nie powinienem|nie powinnam|jeszcze nie (?:ogłoszono|ogłoszone)',
  ].join('|')})(?!\\p{L})`,
  'iu',
)

/** That whoever told it has asked for silence. */
const askedSilence =
  /(?<!\p{L})(?:asked|wanted|begged|wished|gebeten|baten?|bittet|demand\p{L}{1,6}|souhait\p{L}{1,6}|pidi[óo]|pidieron|pide|ped[ie]\p{L}{1,3}|chies\p{L}{1,3}|chied\p{L}{1,3}|vroeg(?:en)?|vraagt|prosi\p{L}{0,3})(?!\p{L})[^.!?\n]{0,70}(?<!\p{L})(?:confiden\p{L}{1,8}|vertraulich|vertrouwelijk|between (?:us|them|her|him|the)|entre (?:nous|eux|elles|nosotros|ellos|n[óo]s|eles)|unter (?:uns|ihnen)|tra (?:noi|loro)|secret\p{L}{0,2}|geheim|quiet|private|discret\p{L}{0,4}|riservat\p{L}|poufn\p{L}{1,3}|not (?:to )?(?:tell|be told|know|say)|nobody|niemand\p{L}{0,2}|personne|nadie|ningu[ée]m|nessuno|nikt|nikomu)(?!\p{L})/iu

/** Characters of a text that are read. */
const mostCharacters = 20_000

/** Whether `text` says of itself that its reader should not hear it, or hear it from its writer. */
export function tellsSecretly(text: string): boolean {
  const read = text.slice(0, mostCharacters)
  return secretly.test(read) || askedSilence.test(read)
}
