/** Reads a message once more as an agent does, for tools whose endpoint answers all of it. */
import type { AgentView } from '../../shared/domain/agent-view.ts'
import { limits } from '../../shared/domain/limits.ts'
import { messageShown, unreadShown } from './message-text.ts'
import type { Ask, Shown } from './tool.ts'

/** The first piece of a message; where its caller may not read it now, that it came, and why no more is shown. */
export async function readShown(
  message: { id: string; thread_id: string },
  ask: Ask,
  maxChars: number = limits.agentTextCharacters,
): Promise<Shown> {
  const read = await ask('get_message', {
    params: { message_id: message.id },
    query: { view: 'agent', max_chars: maxChars },
  })
  return 'refusal' in read ? unreadShown(message, read.refusal) : messageShown(read.value as AgentView)
}
