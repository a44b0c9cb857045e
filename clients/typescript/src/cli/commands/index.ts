/** All commands: one line each. */
import type { Command } from '../command.ts'
import { approvals, approve, reject } from './approvals.ts'
import { completionOf } from './completion.ts'
import { doctor } from './doctor.ts'
import { exportAccount } from './export.ts'
import { inboxCreate, inboxList } from './inboxes.ts'
import { list } from './list.ts'
import { listen } from './listen.ts'
import { login } from './login.ts'
import { mcp } from './mcp.ts'
import { read } from './read.ts'
import { release } from './release.ts'
import { send } from './send.ts'
import { simulate } from './simulate.ts'
import { webhook } from './webhook.ts'

const others: readonly Command[] = [
  login,
  inboxCreate,
  inboxList,
  list,
  read,
  send,
  approvals,
  approve,
  reject,
  release,
  webhook,
  listen,
  mcp,
  simulate,
  doctor,
  exportAccount,
]

export const commands: readonly Command[] = [...others, completionOf(others)]
