/** Whether who mailed something wants it kept, or wants it passed on. */

const keep =
  /(?<!\p{L})(?:keep (?:it|this|that|them)? ?(?:\p{L}{1,10} )?(?:between us|to yourself|quiet|secret|private|confidential|under wraps)|between (?:us|you and me)|(?:just|only) for you|(?:do not|don['’]t|never|please don['’]t) (?:tell|mention|share|say|repeat|quote|pass)|tell (?:nobody|no one|none)|not a word|nobody (?:must|may|should|is to) (?:know|learn|hear)|(?:only|but only) if nobody|in confidence|confidential(?:ly)?|discretion|discreet(?:ly)?|off the record|not public|unter uns|für sich|für dich|niemandem?|vertraulich|diskret(?:ion)?|geheim|verrat\p{L}{1,4}|nicht weiter(?:sagen|geben|erzählen)?|entre nous|garde[zr]? (?:cela|ça|le|la)? ?pour (?:vous|toi|moi)|ne (?:le |la |les |l['’]|en |dites|dis|parle[zr]? ?)[^.\n]{0,30}(?:personne|rien)|n['’]en sauront rien|confidentiel\p{L}{0,4}|discr[eé]tion|entre nosotros|que quede entre|que no se sepa|no (?:se )?lo (?:digas?|cuentes?|comentes?)|no quiero que|confidencial(?:mente)?|discreci[oó]n|entre n[oó]s|n[aã]o (?:\p{L}{1,12} )?(?:comentem?|contem?|digam?|fal[ae]m?)|com ningu[eé]m|sigilo|tra noi|riservat[oa]|onder ons|vertrouwelijk|tegen niemand|zeg (?:het )?(?:niet|niemand)|mi[eę]dzy nami|nikomu|poufn\p{L}{1,3})(?!\p{L})|内密|内緒|口外|他言|秘密|ここだけ|誰にも|公表(?:前|しない)/iu

/** That the one who reads it is to pass it on, or to answer somebody by it. */
const pass =
  /(?<!\p{L})(?:(?:please |could you |can you )?(?:tell|let|inform|remind|answer|reply to|forward|pass (?:it|this|that) on|confirm (?:to|with)|ask|send) (?:him|her|them|everybody|everyone|all|the (?:client|customer|guest|team|supplier|others?)|\p{Lu}\p{Ll}{2,})|feel free to (?:share|forward|pass)|(?:sag|sagen sie|teilen sie|richte[nt]?|gib|geben sie|leite[nt]?|antworte[nt]?) (?:es |ihm|ihr|ihnen|bitte|allen|\p{Lu}\p{Ll}{2,})|(?:dites|dis|pr[ée]venez|r[ée]pondez|transmettez)(?:-lui|-leur| à)|(?:dile|diles|d[ií]gale|avisa|reenv[ií]a\p{L}{0,3}|comun[ií]ca\p{L}{0,3})(?!\p{L})|(?:diga|avise|repasse|encaminhe) (?:a|ao|para)|(?:laat|zeg) (?:het )?(?:hem|haar|hun|\p{Lu}\p{Ll}{2,})|(?:powiedz|przekaż|daj znać)(?!\p{L}))|お伝えください|伝えて|転送して/u

/** Whether `text` asks that it be kept. */
export const confided = (text: string): boolean => keep.test(text.slice(0, 20_000))

/** Whether `text` asks that somebody else be told. */
export const mayBeTold = (text: string): boolean => pass.test(text.slice(0, 20_000))
