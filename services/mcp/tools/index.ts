/** Every tool, in the order in which clients list them. */
import type { Tool } from '../tool.ts'
import { approvalTools } from './approvals.ts'
import { attachmentTools } from './attachments.ts'
import { inboxTools } from './inboxes.ts'
import { messageTools } from './messages.ts'
import { sendingTools } from './sending.ts'
import { suppressionTools } from './suppressions.ts'

export const tools: readonly Tool[] = [
  ...inboxTools,
  ...messageTools,
  ...attachmentTools,
  ...sendingTools,
  ...suppressionTools,
  ...approvalTools,
]
