/** A thread that takes of a language model's budget as long as it gets something, and says how often it did. */
import { parentPort, workerData } from 'node:worker_threads'
import { type GateLimits, LlmGate } from '../../shared/risk/llm/gate.ts'

const { memory, limits, tenant, now } = workerData as {
  memory: SharedArrayBuffer
  limits: GateLimits
  tenant: string
  now: number
}
const gate = new LlmGate(memory, limits, () => now)
let taken = 0
for (let tries = 0; tries < 2_000; tries++) {
  const pass = await gate.enter(tenant, 1, new AbortController().signal)
  if (typeof pass === 'string') continue
  taken++
  pass.settle('clean', 1)
}
parentPort?.postMessage(taken)
