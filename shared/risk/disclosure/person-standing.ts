/** How somebody who is named stands to a draft: greeted, signing it, one of its readers, or whom they deal with. */

import type { NamedPerson } from './named-people.ts'
import type { Readers } from './readers.ts'
import { keyOf } from './rights.ts'

/** Lines that were broken for their length alone, as one; as long as before. */
export const unwrapped = (text: string): string =>
  text.replace(/(?<=[^\n]{24}(?:[\p{Ll},;]))\n(?=[\p{L}\d(+])|(?<=[^\n]{25})\n(?=\p{Ll})/gu, ' ')

/** In the greeting that a letter opens with. */
export const isAddressed = (text: string, { start, name }: NamedPerson): boolean =>
  /(?:^|\n)[ \t>]{0,4}(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|hallo|liebe[rs]?|sehr geehrte[rs]?|moin|bonjour|bonsoir|ch[eè]re?|salut|hola|estimad[oa]|querid[oa]|buen[oa]s (?:d[ií]as|tardes)|ol[áa]|oi|car[oa]|prezad[oa]|bom dia|beste|geachte|hoi|dag|dzień dobry|szanown[ya]|cześć|ciao|gentile)(?!\p{L})[^\n.!?,]{0,40}$/iu.test(
    text.slice(Math.max(0, start - name.length - 60), start),
  )

/** On a line of its own near the end, or behind what ends a letter. */
export const signsBelow = (text: string, { start, name }: NamedPerson): boolean =>
  /(?:regards|sincerely|wishes|thanks|thank you|cheers|best|yours|grüßen|grüße|gruß|mfg|cordialement|à vous|saludos?|atentamente|cumprimentos|abraços?|groeten?|pozdrawiam|poważaniem)[,.!]{0,2}\s[^.!?]{0,80}$/iu.test(
    text.slice(Math.max(0, start - name.length - 120), start - name.length),
  ) || /(?:^|\n)\s{0,3}$/.test(text.slice(Math.max(0, start - name.length - 8), start - name.length))

/** `your technician is …`: whom the reader deals with. */
export const isReadersOwn = (text: string, { start, name }: NamedPerson): boolean =>
  /(?<!\p{L})(?:your|our|ihre?[rnms]?|unsere?[rnms]?|votre|notre|su|tu|nuestr[oa]|seu|sua|noss[oa]|uw|je|onze?|pa[nń]stwa|nasz[a]?)(?: [\p{L}-]{2,18}){1,3}[ ,:]{1,2}(?:is |ist |est |es |é |to )?(?:(?:mrs?|ms|dr|frau|herrn?|mme|m|sra?|d[oñ]a?)\.? )?$/iu.test(
    text.slice(Math.max(0, start - name.length - 70), start - name.length),
  )

/** Characters before a name in which is refused to tell of it. */
export const beforeName = 100

export const refuses = (said: string): boolean =>
  /(?<!\p{L})(?:can(?:not|['’]t)|unable|not (?:able|allowed|permitted)|privacy|data protection|may not|won['’]t|keine (?:auskunft|angaben)|nicht (?:sagen|mitteilen|weitergeben)|dürfen|datenschutz|ne (?:peux|pouvons|puis)|confidentialité|no (?:puedo|podemos)|privacidad|não (?:posso|podemos)|kan ik niet|mogen wij niet|nie (?:mogę|możemy))(?!\p{L})|お答えできません|お伝えできません/iu.test(
    said,
  )

/** Those of `people` who aren't readers: by address, by salutation, or since a reader has signed with the name. */
export function foreign(people: readonly NamedPerson[], { own, addresses }: Readers): NamedPerson[] {
  const locals = addresses.map(keyOf).join(' ')
  return people.filter(({ name, surname }) => {
    const key = keyOf(surname)
    return !(key.length >= 3 && locals.includes(key)) && !own(name)
  })
}
