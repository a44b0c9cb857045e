/** Calls endpoints for one client of the protocol, with the key that it came with. */
import type { Answer } from '../../shared/api/answer.ts'
import type { Caller } from '../../shared/api/caller.ts'
import type { Door, Input } from '../../shared/api/door.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { type ErrorCode, errorTable } from '../../shared/domain/errors.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { refusalText } from './refusal.ts'

/** A client: who it is, and how it calls. */
export interface Client {
  door: Door
  caller: Caller
  /** Once its request is counted, within the role that the user of its key has now. */
  principal: Principal
  /** Whether its request was counted in the rate of its key: calling an endpoint does that. */
  counted: boolean
}

/** Why an endpoint refused, for a model to read, and whether trying again can help. */
export interface Refused {
  refusal: string
  code: ErrorCode
  temporary: boolean
}

/** What an endpoint answered: its JSON, or the file or stream; or that it refused. */
export type Called = { value: unknown } | Refused

/** Calls an endpoint; `work` is what the watch of the event loop is to call it. It never throws. */
export async function callEndpoint(
  client: Client,
  name: EndpointName,
  input: Input,
  work: string,
): Promise<Called> {
  client.counted = true
  const { door, caller } = client
  const { answer } = await door.invoke(name, caller, { ...input, work })
  if (answer.kind !== 'error') return { value: contentOf(answer) }
  const code = answer.error.code as ErrorCode
  return { refusal: refusalText(answer), code, temporary: errorTable[code].temporary }
}

function contentOf(answer: Answer): unknown {
  if (answer.kind === 'json') return answer.value
  return answer.kind === 'none' ? null : answer
}
