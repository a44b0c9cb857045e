/** What the answer of an incoming webhook says of a channel: posted, to be tried again, or gone. Its text is never repeated. */
import type { ChannelKind } from '../../domain/notice-channel.ts'
import type { PostResult } from '../../net/guarded-fetch.ts'

/** What became of one request. */
export type Posted =
  | { outcome: 'posted' }
  | { outcome: 'later'; error: string; retryAfterSeconds: number | null }
  /** The webhook takes nothing more, whatever is posted. */
  | { outcome: 'gone'; error: string }

/** Words of Slack's answers that are repeated, and whether the webhook is of no use once one is said. */
const slackWords: Readonly<Record<string, boolean>> = {
  no_service: true,
  no_service_id: true,
  no_team: true,
  no_active_hooks: true,
  team_disabled: true,
  invalid_token: true,
  channel_not_found: true,
  channel_is_archived: true,
  user_not_found: true,
  action_prohibited: true,
  posting_to_general_channel_denied: true,
  invalid_payload: false,
  invalid_blocks: false,
  too_many_attachments: false,
  rate_limited: false,
  rollup_error: false,
}
/** Statuses by which any of them says that it is not there, or that the address is not the right one. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])
/** What the connectors of Office 365, which came before Workflows, answer with status 200. */
const connectorRefusal = /^Webhook message delivery failed with error:.*?\bHTTP error (\d{3})\b/s

export function readChannelAnswer(kind: ChannelKind, result: PostResult): Posted {
  if (!('status' in result))
    return { outcome: 'later', error: `${result.kind}: ${result.message}`, retryAfterSeconds: null }
  const { body, retryAfterSeconds } = result
  const behind = kind === 'teams' ? connectorRefusal.exec(body)?.[1] : undefined
  const status = behind === undefined ? result.status : Number(behind)
  if (status >= 200 && status < 300) return { outcome: 'posted' }
  const said = body.trim()
  const word = kind === 'slack' && Object.hasOwn(slackWords, said) ? said : null
  const error = `answered ${status}${word === null ? '' : ` (${word})`}`
  const gone = goneStatuses.has(status) || (word !== null && slackWords[word]!)
  return gone ? { outcome: 'gone', error } : { outcome: 'later', error, retryAfterSeconds }
}
