/** Values as findings quote them. */

/** `value` with its middle left out: enough to find it by, too little to use. */
export function masked(value: string): string {
  const shown = value.length >= 12 ? 4 : value.length >= 6 ? 2 : 1
  const tail = value.length >= 16 ? 2 : 0
  const plain = value.replace(/\s+/g, ' ')
  return `${plain.slice(0, shown)}…${tail === 0 ? '' : plain.slice(-tail)} (${value.length} characters)`
}
