/** `agent-email completion`: what a shell needs to complete the words of these commands. */
import { type Command, UsageError } from '../command.ts'

const shells: Record<string, (words: string) => string> = {
  bash: (words) => `complete -W '${words}' agent-email`,
  zsh: (words) => `#compdef agent-email\ncompadd ${words}`,
  fish: (words) => `complete -c agent-email -f -a '${words}'`,
}

export const completion: Command = {
  name: 'completion',
  operands: '<shell>',
  summary: 'Print what bash, zsh or fish needs to complete commands.',
  options: {},
  help: {},
  async run({ operands: [shell], output }) {
    const { commands } = await import('./index.ts')
    const script = shells[shell!]
    if (script === undefined) throw new UsageError('the shell is bash, zsh or fish')
    const words = [...new Set(commands.flatMap(({ name }) => name.split(' ')))].join(' ')
    output.result({ script: script(words) }, script(words))
  },
}
