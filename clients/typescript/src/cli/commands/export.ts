/** `agent-email export`: all that is stored of the account, as a tar archive. */
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Command, needed } from '../command.ts'

export const exportAccount: Command = {
  name: 'export',
  operands: '',
  summary: 'Write everything that is stored for your account to a tar archive.',
  options: { output: { value: 'file', help: 'The file to write.', required: true, file: true } },
  async run({ options, output, client }) {
    const file = needed(options, 'output')
    output.progress('Exporting …')
    let bytes = 0
    const archive = await client().account.exportStream()
    const pieces = async function* () {
      for await (const piece of archive) {
        bytes += piece.length
        output.progress(`Exporting … ${(bytes / 2 ** 20).toFixed(1)} MB`)
        yield piece
      }
    }
    const written = await open(file, 'w', 0o600)
    // The mode counts for a new file only.
    if ((await written.stat()).isFile()) {
      await written.chmod(0o600).catch(async (error: unknown) => {
        await written.close()
        throw error
      })
    }
    // Whatever goes wrong with the file ends it, whenever that is.
    await pipeline(pieces, written.createWriteStream()).finally(() => output.progressDone())
    output.result({ file, bytes }, `${bytes} bytes in ${file}`)
  },
}
