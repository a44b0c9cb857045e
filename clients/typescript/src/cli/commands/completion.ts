/** `agent-email completion`: prints the script that completes these commands in a shell. */
import { type Command, type Option, UsageError } from '../command.ts'

const shells: Record<string, (commands: readonly Command[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** A word to complete, and what it is. */
type Word = [word: string, meaning: string]

const sharedOptions: Word[] = [
  ['--json', 'Print JSON.'],
  ['--url', 'The address of the service.'],
  ['--help', 'Show the options.'],
]

const optionsOf = ({ options }: Command): Word[] => [
  ...Object.entries(options).map(([name, { help }]): Word => [`--${name}`, help]),
  ...sharedOptions,
]

/** First words, each with what its command does; of those that go on with a second word, what these are. */
function firstWords(commands: readonly Command[]): Word[] {
  const words = new Map<string, string>()
  for (const { name, summary } of commands) {
    const [first, second] = name.split(' ')
    const seconds = commands.filter((one) => one.name.startsWith(`${first} `)).map((one) => one.name)
    words.set(first!, second === undefined ? summary : `${seconds.join(', ')}.`)
  }
  return [...words]
}

/** Second words by the first. */
function secondWords(commands: readonly Command[]): Map<string, Word[]> {
  const words = new Map<string, Word[]>([
    ['completion', Object.keys(shells).map((shell): Word => [shell, `The script for ${shell}.`])],
  ])
  for (const { name, summary } of commands) {
    const [first, second] = name.split(' ')
    if (second !== undefined) words.set(first!, [...(words.get(first!) ?? []), [second, summary]])
  }
  return words
}

/** Options of commands whose value is one of a few. */
const chosen = (
  commands: readonly Command[],
): { command: Command; name: string; choices: readonly string[] }[] =>
  commands.flatMap((command) =>
    Object.entries(command.options).flatMap(([name, { choices }]: [string, Option]) =>
      choices === undefined ? [] : [{ command, name, choices }],
    ),
  )

/** Options of commands whose value is the name of a file. */
const filed = (commands: readonly Command[]): { command: Command; name: string }[] =>
  commands.flatMap((command) =>
    Object.entries(command.options).flatMap(([name, { file }]) => (file === true ? [{ command, name }] : [])),
  )

const wordsAlone = (words: readonly Word[]): string => words.map(([word]) => word).join(' ')

/** Completes what fits, and files where nothing does. */
function bashScript(commands: readonly Command[]): string {
  const cases: [pattern: string, words: string][] = [
    ["''", wordsAlone(firstWords(commands))],
    ...[...secondWords(commands)].map(([first, words]): [string, string] => [
      `'${first}'`,
      wordsAlone(words),
    ]),
    ...chosen(commands).map(({ command, name, choices }): [string, string] => [
      `'${command.name} '*'--${name}'`,
      choices.join(' '),
    ]),
    ...filed(commands).map(({ command, name }): [string, string] => [`'${command.name} '*'--${name}'`, '']),
    ...commands.map((command): [string, string] => [
      `'${command.name}' | '${command.name} '*`,
      wordsAlone(optionsOf(command)),
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

/** A word of a shell, quoted so that it stands for itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The same, with what each word means beside it; sourced, or as `_agent_email` in a folder of `fpath`. */
function zshScript(commands: readonly Command[]): string {
  const described = (what: string, words: readonly Word[]): string =>
    `found=(${words.map(([word, meaning]) => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`)).join(' ')}); _describe ${quoted(what)} found`
  const cases: [pattern: string, action: string][] = [
    ["''", described('command', firstWords(commands))],
    ...[...secondWords(commands)].map(([first, words]): [string, string] => [
      `'${first}'`,
      described('command', words),
    ]),
    ...chosen(commands).map(({ command, name, choices }): [string, string] => [
      `'${command.name} '*'--${name}'`,
      `compadd -- ${choices.join(' ')}`,
    ]),
    ...commands.map((command): [string, string] => [
      `'${command.name}' | '${command.name} '*`,
      `if [[ $PREFIX == -* ]]; then ${described('option', optionsOf(command))}; else _files; fi`,
    ]),
  ]
  return [
    '#compdef agent-email',
    'compdef _agent_email agent-email',
    '_agent_email() {',
    '  local -a found',
    `  case "\${(j: :)words[2,CURRENT-1]}" in`,
    ...cases.map(([pattern, action]) => `    ${pattern}) ${action} ;;`),
    '  esac',
    '}',
    // Where compinit has loaded this file for its first completion, that one is asked for now.
    'if [ "$funcstack[1]" = "_agent_email" ]; then _agent_email; fi',
  ].join('\n')
}

/** The same for fish: one line for each word. */
function fishScript(commands: readonly Command[]): string {
  const line = (condition: string, rest: string): string =>
    `complete -c agent-email -n ${quoted(condition)} ${rest}`
  const wordsAre = (...words: string[]): string => `__agent_email_words ${words.join(' ')}`
  return [
    '# Whether the words before the one under the cursor are exactly these, or begin with them (-b).',
    'function __agent_email_words',
    '  set -l said (commandline -opc)[2..-1]',
    '  if test "$argv[1]" = \'-b\'',
    '    set -e argv[1]',
    '    test (count $said) -ge (count $argv); or return 1',
    '    set said $said[1..(count $argv)]',
    '  end',
    '  test "$said" = "$argv"',
    'end',
    'complete -c agent-email -f',
    ...firstWords(commands).map(([word, meaning]) =>
      line(wordsAre(), `-a ${quoted(word)} -d ${quoted(meaning)}`),
    ),
    ...[...secondWords(commands)].flatMap(([first, words]) =>
      words.map(([word, meaning]) => line(wordsAre(first), `-a ${quoted(word)} -d ${quoted(meaning)}`)),
    ),
    ...commands.flatMap(({ name, operands, options }) => {
      const behind = wordsAre('-b', name)
      return [
        ...Object.entries(options).map(([option, { help, choices = [], file }]) =>
          line(
            behind,
            `-l ${option} ${file === true ? '-r -F' : '-x'} -a ${quoted(choices.join(' '))} -d ${quoted(help)}`,
          ),
        ),
        ...sharedOptions.map(([option, meaning]) =>
          line(behind, `-l ${option.slice(2)}${option === '--url' ? ' -x' : ''} -d ${quoted(meaning)}`),
        ),
        ...(operands.includes('file') ? [line(behind, '-F')] : []),
      ]
    }),
  ].join('\n')
}

const described = {
  name: 'completion',
  operands: '<shell>',
  summary: 'Print the script that completes these commands in bash, zsh or fish.',
  options: {},
}

/** The command that completes these, and itself. */
export const completionOf = (others: readonly Command[]): Command => ({
  ...described,
  async run({ operands: [shell], output }) {
    const script = shells[shell!]
    if (script === undefined) throw new UsageError('the shell is bash, zsh or fish.')
    const text = script([...others, completionOf(others)])
    output.result({ script: text }, text)
  },
})
