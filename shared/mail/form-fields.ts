/** What the fields of a form show: the choice that is made, boxes, and what is filled in. */
import type { Attributes } from './html-events.ts'

/** A list of choices of which one is shown. */
export class Choice {
  readonly #options: { text: string; selected: boolean }[] = []
  /** What stands outside of options. */
  #stray = ''

  /** An option begins. */
  option(selected: boolean): void {
    this.#options.push({ text: '', selected })
  }

  /** Text of the option that is open, or of none, which is not shown. */
  add(text: string): void {
    const option = this.#options.at(-1)
    if (option === undefined) this.#stray += text
    else option.text += text
  }

  /** The text that is shown: of the last option that is selected, or of the first. */
  get chosen(): string {
    return this.#shown?.text ?? ''
  }

  /** The texts that are shown when somebody looks for them. */
  get others(): string {
    const shown = this.#shown
    const others = this.#options.flatMap((option) => (option === shown ? [] : [option.text]))
    return [this.#stray, ...others].join(' ')
  }

  get #shown() {
    return this.#options.findLast(({ selected }) => selected) ?? this.#options[0]
  }
}

/** Fields that show nothing of their value. */
const mute = new Set(['hidden', 'password', 'file', 'image', 'color', 'range'])

/** What an `input` shows. */
export function shownInput(attributes: Attributes): string {
  const type = attributes.get('type')?.trim().toLowerCase() ?? 'text'
  if (type === 'checkbox' || type === 'radio') return attributes.has('checked') ? ' [x] ' : ' [ ] '
  return mute.has(type) ? '' : ` ${attributes.get('value') ?? ''} `
}
