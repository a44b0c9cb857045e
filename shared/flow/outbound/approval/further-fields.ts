/** The header fields that a reviewer is shown by their names: all that leave, but those that have words of their own. */

/** Fields that we make ourselves, and that say nothing but how the message is to be read. */
const machineMade = ['message-id', 'date', 'mime-version', 'content-type', 'content-transfer-encoding']
/** Fields that reviewers see as sender, recipients and subject. */
const shownApart = ['from', 'to', 'cc', 'subject']
const leftOut = new Set([...machineMade, ...shownApart])

/** Of a composed message, in order. */
export const furtherFields = <Field extends { name: string }>({
  headers,
}: {
  headers: readonly Field[]
}): Field[] => headers.filter(({ name }) => !leftOut.has(name.toLowerCase()))
