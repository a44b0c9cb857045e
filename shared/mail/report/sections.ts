/** Parts a report for people into what it says of each recipient. */

/** Characters of the text that are read. */
const longest = 20_000
const longestLine = 500
const mailbox = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?/

/** A line that begins what is said of an address: `<a@b>:`, `"a@b":`, `  a@b`, `a@b [User unknown]`, `a@b... reason`. */
const heading = new RegExp(
  `^[\\s>*"'<(-]{0,12}(${mailbox.source})["'>)]{0,2}(?:\\s{0,5}<[^>\\s]{1,320}>)?(?:\\s{0,5}(?::|\\.\\.\\.|\\[|\\(|$)|\\s{1,5}\\w)`,
)
/** A line of Sendmail's that ends what is said of one: `550 5.1.1 <a@b>... User unknown`. */
const ending = new RegExp(`^[245]\\d\\d (?:[245]\\.\\d\\.\\d{1,3} )?<?(${mailbox.source})>?\\.\\.\\. `)

/** What is said of one address. */
export interface Section {
  address: string
  text: string
}

/** The sections of `said`, each address once, in order; `isTheirs` says whether an address can be a recipient. */
export function sectionsOf(said: string, isTheirs: (address: string) => boolean): Section[] {
  const sections = new Map<string, Section>()
  const add = (address: string, lines: readonly string[]) => {
    const known = sections.get(address.toLowerCase())
    const text = lines.join('\n')
    if (known === undefined) sections.set(address.toLowerCase(), { address, text })
    else known.text += `\n${text}`
  }
  let current: string | null = null
  let lines: string[] = []
  const end = () => {
    if (current !== null) add(current, lines)
    lines = []
  }
  for (const line of said.slice(0, longest).split('\n')) {
    const start = line.slice(0, longestLine)
    const ended = ending.exec(start)?.[1]
    const begun = ended === undefined ? heading.exec(start)?.[1] : undefined
    if (ended !== undefined && isTheirs(ended)) {
      add(ended, current === null || current === ended ? [...lines, line] : [line])
      if (current !== ended) end()
      lines = []
      current = null
    } else if (begun !== undefined && isTheirs(begun)) {
      end()
      current = begun
      lines = [line]
    } else lines.push(line)
  }
  end()
  return [...sections.values()]
}

/** What `said` says of an address: its section where there are several, else all. */
export function aboutAddresses(whole: string): (address: string) => string {
  const said = whole.slice(0, longest)
  const sections = sectionsOf(said, () => true)
  const byAddress = new Map(sections.map(({ address, text }) => [address.toLowerCase(), text]))
  return (address) => {
    const own = byAddress.get(address.toLowerCase())
    // A list of addresses is followed by what is said of all of them.
    return sections.length < 2 || own === undefined || !/\d{3}|[a-z]{4} [a-z]{4}/.test(own) ? said : own
  }
}

/** Text on one line, cut to what is kept of it. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestLine)
