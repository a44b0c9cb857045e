/** Reads what an agent looks for as the parser's threads do, without one. */
import { type AgentReading, readForAgent } from '../../shared/mail/read-for-agent.ts'

export const readHere = async (...message: Parameters<typeof readForAgent>): Promise<AgentReading> =>
  readForAgent(...message)
