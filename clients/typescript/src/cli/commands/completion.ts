/** `agent-email completion`: what a shell needs to complete the words of these commands. */
import { type Command, UsageError } from '../command.ts'

const shells: Record<string, (commands: readonly Command[]) => string> = {
  bash: bashScript,
  zsh: (commands) => `#compdef agent-email\ncompadd ${firstWords(commands)}`,
  fish: (commands) => `complete -c agent-email -f -a '${firstWords(commands)}'`,
}

const firstWords = (commands: readonly Command[]): string =>
  [...new Set(commands.map(({ name }) => name.split(' ')[0]!))].join(' ')

/** Completes commands, the second word of those that have one, options, and files where none of these fits. */
function bashScript(commands: readonly Command[]): string {
  const ofTwoWords = commands.filter(({ name }) => name.includes(' '))
  const cases: [pattern: string, words: string][] = [
    ["''", firstWords(commands)],
    ...firstWords(ofTwoWords)
      .split(' ')
      .map((first): [string, string] => [
        `'${first}'`,
        ofTwoWords
          .filter(({ name }) => name.startsWith(`${first} `))
          .map(({ name }) => name.split(' ')[1]!)
          .join(' '),
      ]),
    ["'completion'", Object.keys(shells).join(' ')],
    ...commands.map(({ name, options }): [string, string] => [
      `'${name}' | '${name} '*`,
      [...Object.keys(options), 'json', 'url', 'help'].map((option) => `--${option}`).join(' '),
    ]),
  ]
  return [
    '_agent_email() {',
    '  local words',
    `  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in`,
    ...cases.map(([pattern, words]) => `    ${pattern}) words='${words}' ;;`),
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _agent_email agent-email',
  ].join('\n')
}

const described = {
  name: 'completion',
  operands: '<shell>',
  summary: 'Print what bash, zsh or fish needs to complete commands.',
  options: {},
  help: {},
}

/** The command that completes these, and itself. */
export const completionOf = (others: readonly Command[]): Command => ({
  ...described,
  async run({ operands: [shell], output }) {
    const script = shells[shell!]
    if (script === undefined) throw new UsageError('the shell is bash, zsh or fish')
    const text = script([...others, completionOf(others)])
    output.result({ script: text }, text)
  },
})
