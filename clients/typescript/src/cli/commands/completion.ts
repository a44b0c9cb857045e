/** `agent-email completion`: what a shell needs to complete the words of these commands. */
import { type Command, UsageError } from '../command.ts'

const shells: Record<string, (words: string) => string> = {
  bash: (words) => `complete -W '${words}' agent-email`,
  zsh: (words) => `#compdef agent-email\ncompadd ${words}`,
  fish: (words) => `complete -c agent-email -f -a '${words}'`,
}

/** The command that completes these, and itself. */
export const completionOf = (others: readonly Command[]): Command => ({
  name: 'completion',
  operands: '<shell>',
  summary: 'Print what bash, zsh or fish needs to complete commands.',
  options: {},
  help: {},
  async run({ operands: [shell], output }) {
    const script = shells[shell!]
    if (script === undefined) throw new UsageError('the shell is bash, zsh or fish')
    const words = [...new Set([...others.flatMap(({ name }) => name.split(' ')), 'completion'])].join(' ')
    output.result({ script: script(words) }, script(words))
  },
})
