/** An error of the protocol: a code of JSON-RPC, and what is said of it, as it stands. */
import type { ErrorCode } from '@modelcontextprotocol/sdk/types.js'

/** The code of the protocol for a resource that isn't there. */
export const resourceNotFound = -32002

/** The SDK's own error begins its message with its code, which clients put before it once more. */
export class ProtocolError extends Error {
  readonly code: ErrorCode | typeof resourceNotFound

  constructor(code: ErrorCode | typeof resourceNotFound, message: string) {
    super(message)
    this.code = code
  }
}
