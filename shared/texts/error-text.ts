/** What a page of an error says. */
export interface ErrorText {
  title: string
  /** What to do where nobody has said more of this case. */
  todo: string
}
