/** `agent-email export`: all that is stored of the account, as a tar archive. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type Command, needed } from '../command.ts'

export const exportAccount: Command = {
  name: 'export',
  operands: '',
  summary: 'Write everything that is stored for your account to a tar archive.',
  options: { output: { value: 'file', help: 'The file to write.', required: true, file: true } },
  async run({ options, output, client }) {
    const file = needed(options, 'output')
    output.progress('Exporting …')
    const archive = createWriteStream(file, { mode: 0o600 })
    let bytes = 0
    for await (const piece of await client().account.exportStream()) {
      bytes += piece.length
      if (!archive.write(piece)) await once(archive, 'drain')
      output.progress(`Exporting … ${(bytes / 2 ** 20).toFixed(1)} MB`)
    }
    await new Promise<void>((resolve, reject) => {
      archive.once('error', reject)
      archive.end(resolve)
    })
    output.progressDone()
    output.result({ file, bytes }, `${bytes} bytes in ${file}`)
  },
}
