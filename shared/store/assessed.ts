/** What may be shown of a message row: nothing that its sender wrote, as long as it isn't assessed. */

/**
 * SQL for `value`, or for `hidden` while the message row `m` is `processing`: a reader that polls must not be quicker
 * than the scanners.
 */
export const assessed = (value: string, hidden: string): string =>
  `case when m.status = 'processing' then ${hidden} else ${value} end`
