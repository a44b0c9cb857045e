/** All that the service says to people, in German. */
import type { Texts } from '../en/index.ts'
import * as billing from './billing.ts'
import * as deciding from './deciding.ts'
import * as frame from './frame.ts'
import * as language from './language.ts'
import * as mails from './mails.ts'
import * as managing from './managing.ts'
import * as names from './names.ts'
import * as noticeChannels from './notice-channels.ts'
import * as signingIn from './signing-in.ts'

export const de: Texts = {
  ...language,
  ...frame,
  ...deciding,
  ...signingIn,
  ...managing,
  ...billing,
  ...mails,
  ...names,
  ...noticeChannels,
}
