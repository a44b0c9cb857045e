/** Which messages of an answer its reader has read. */

/** The ids of inbound messages of which more is shown than that they are withheld. */
export const readOf = (
  messages: readonly { id: string; direction: string; content_hidden: boolean }[],
): string[] =>
  messages.flatMap(({ id, direction, content_hidden }) =>
    direction === 'inbound' && !content_hidden ? [id] : [],
  )
