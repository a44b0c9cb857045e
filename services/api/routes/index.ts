/** All endpoints, in the order of the documentation. */
import type { DefinedEndpoint } from '../endpoint.ts'
import { signUpEndpoint } from './account/sign-up.ts'
import { createInboxEndpoint } from './inboxes/create.ts'
import { deleteInboxEndpoint } from './inboxes/delete.ts'
import { getInboxEndpoint } from './inboxes/get.ts'
import { listInboxesEndpoint } from './inboxes/list.ts'
import { updateInboxEndpoint } from './inboxes/update.ts'
import { getMessageEndpoint } from './messages/get.ts'
import { listMessagesEndpoint } from './messages/list.ts'
import { getRawMessageEndpoint } from './messages/raw.ts'

export const endpointDefinitions: DefinedEndpoint[] = [
  signUpEndpoint,
  createInboxEndpoint,
  listInboxesEndpoint,
  getInboxEndpoint,
  updateInboxEndpoint,
  deleteInboxEndpoint,
  listMessagesEndpoint,
  getMessageEndpoint,
  getRawMessageEndpoint,
]
