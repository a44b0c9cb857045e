/** Tells a model why it isn't shown what an attachment says. */
import type { AgentAttachment } from '../../shared/domain/agent-view.ts'

/** A sentence for each reason. */
export const whyUnread: Record<NonNullable<AgentAttachment['unread']>, string> = {
  encrypted: 'A password protects it, so nobody here has read it.',
  damaged: 'It is damaged and can not be read.',
  no_text: 'It has no text: its pages are pictures, such as a scan.',
  not_text: 'It is not a kind of file that can be read as text.',
  too_large: 'It is too large to be read.',
  too_slow: 'Reading it took too long.',
  infected: 'The virus scan found malware in it. It can not be opened.',
  not_scanned: 'The virus scan has not finished. Look again later.',
  not_shown: 'To read it, call get_attachment.',
  gone: 'It was deleted.',
}
