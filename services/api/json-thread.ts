/** A thread that parses bodies too large for the event loop. */

import type { JsonBounds } from '../../shared/api/json-shape.ts'
import { serveThread } from '../../shared/lib/serve-thread.ts'
import { readJson } from './read-json.ts'

/** A task of this thread: the bytes of a body, handed over. */
export interface JsonTask {
  json: Uint8Array
  bounds: JsonBounds
}

serveThread(({ json, bounds }: JsonTask) =>
  readJson(Buffer.from(json.buffer, json.byteOffset, json.byteLength), bounds),
)
