/** Reads mailauth, which checks SPF, DKIM and ARC: it takes longer than most else of a thread's start. */
import { requireInstalled } from '../lib/later.ts'

for (const part of ['spf/index.js', 'dkim/verify.js', 'arc/index.js'])
  requireInstalled(`mailauth/lib/${part}`)

/** Reads it for the messages to come; who loads this module knows that it is installed. @throws where it is broken. */
export async function loadMailauth(): Promise<void> {
  try {
    await import('mailauth/lib/spf/index.js')
    await import('mailauth/lib/dkim/verify.js')
    await import('mailauth/lib/arc/index.js')
  } catch (error) {
    // What a file says that was cut short doesn't tell whose it is.
    throw new Error(`mailauth can't be read: ${String(error)}`, { cause: error })
  }
}
