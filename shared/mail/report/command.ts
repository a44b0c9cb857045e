/** At which command of SMTP a peer refused: what it says means something else at each. */

export type RefusedCommand = 'connect' | 'mail' | 'rcpt' | 'data' | null

/** Characters that are looked at. */
const longest = 20_000

/**
 * How mail systems say it: Postfix (`in reply to …`), Exim (`after …`), qmail, DragonFly, Gmail (`state n`), filters that
 * print the command. In order: the first that is found counts.
 */
const phrases: readonly [Exclude<RefusedCommand, null>, RegExp][] = [
  [
    'connect',
    /refused to talk to me|did not like our (?:greeting|ehlo|helo)|in reply to (?:ehlo|helo)|after initial connection|following (?:ehlo|helo) command/,
  ],
  [
    'mail',
    /in reply to (?:the )?mail from|after (?:pipelined )?(?:the )?mail (?:from|command)|did not like our mail from|\[mail_from\]|(?:sent|sending) (?:the )?mail from|following mail(?: from)? command|\(state 13\)/,
  ],
  [
    'rcpt',
    /in reply to (?:the )?rcpt to|after (?:pipelined )?(?:the )?rcpt (?:to|command)|did not like our rcpt to|does not like recipient|following rcpt(?: to)? command|\(state 14\)/,
  ],
  [
    'data',
    /in reply to (?:the )?(?:end of )?data|after (?:pipelined )?(?:the )?(?:end of )?data|did not like our (?:data|final dot|eom)|failed after i sent the message|following data command|\(state 1[78]\)|smtp command\s{0,5}[\r\n]{1,4}\s{0,5}data\b/,
  ],
]

/** Sendmail prints the conversation: what was said last before the first refusal. */
const transcript =
  /^>>> ?(ehlo|helo|mail|rcpt|data|\.|end)\b[^\n]{0,500}\n(?:(?!>>>|<<< ?[45])[^\n]{0,500}\n){0,4}<<< ?[45]/m

const spoken: Record<string, Exclude<RefusedCommand, null>> = {
  ehlo: 'connect',
  helo: 'connect',
  mail: 'mail',
  rcpt: 'rcpt',
  data: 'data',
  '.': 'data',
  end: 'data',
}

/** The command that was refused, as far as `text` tells. */
export function refusedCommand(text: string): RefusedCommand {
  const lower = text.slice(0, longest).toLowerCase().replaceAll('\r\n', '\n')
  const printed = transcript.exec(lower)?.[1]
  if (printed !== undefined) return spoken[printed] ?? null
  // Folded lines: a phrase may go over a line break.
  const flat = lower.replaceAll(/\n[ \t]{1,40}/g, ' ')
  return phrases.find(([, pattern]) => pattern.test(flat))?.[0] ?? null
}
