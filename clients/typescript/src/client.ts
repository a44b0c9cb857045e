/** The client: one object, a resource for each noun of the API. */
import { AgentEmailError } from './errors.ts'
import { AccountResource } from './resources/account.ts'
import { ApiKeysResource } from './resources/api-keys.ts'
import { ApprovalsResource } from './resources/approvals.ts'
import { AttachmentsResource } from './resources/attachments.ts'
import { AuditLogResource } from './resources/audit-log.ts'
import { BillingResource } from './resources/billing.ts'
import { CreditsResource } from './resources/credits.ts'
import { DraftsResource } from './resources/drafts.ts'
import { EventsResource } from './resources/events.ts'
import { InboxesResource } from './resources/inboxes.ts'
import { MessagesResource } from './resources/messages.ts'
import { NoticeChannelsResource } from './resources/notice-channels.ts'
import { PoliciesResource } from './resources/policies.ts'
import { StatisticsResource } from './resources/statistics.ts'
import { SuppressionsResource } from './resources/suppressions.ts'
import { ThreadsResource } from './resources/threads.ts'
import { ToolsResource } from './resources/tools.ts'
import { UsersResource } from './resources/users.ts'
import { WebhooksResource } from './resources/webhooks.ts'
import { type ClientOptions, fromEnvironment, type RequestOptions, Transport } from './transport.ts'
import type { Answer, Body } from './types.ts'

/**
 * A client of one service with one API key. Every method answers what the API does, with its field names, and throws an
 * `ApiError` where it refuses; what can pass is tried again first, a POST with the same `Idempotency-Key`.
 */
export class AgentEmail {
  readonly account: AccountResource
  readonly apiKeys: ApiKeysResource
  readonly approvals: ApprovalsResource
  readonly attachments: AttachmentsResource
  readonly auditLog: AuditLogResource
  readonly billing: BillingResource
  readonly credits: CreditsResource
  readonly drafts: DraftsResource
  readonly events: EventsResource
  readonly inboxes: InboxesResource
  readonly messages: MessagesResource
  readonly noticeChannels: NoticeChannelsResource
  readonly policies: PoliciesResource
  readonly statistics: StatisticsResource
  readonly suppressions: SuppressionsResource
  readonly threads: ThreadsResource
  readonly tools: ToolsResource
  readonly users: UsersResource
  readonly webhooks: WebhooksResource

  /** @throws AgentEmailError if there is no key, neither given nor in the environment, or it can't be one, or `baseUrl` is no URL of HTTP. */
  constructor(options: ClientOptions = {}) {
    // Of a file it comes with a line end.
    const apiKey = (options.apiKey || (fromEnvironment('AGENT_EMAIL_KEY') ?? '')).trim()
    if (apiKey === '')
      throw new AgentEmailError(
        'There is no API key. Pass `apiKey`, or set AGENT_EMAIL_KEY in the environment.',
      )
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new AgentEmailError('The API key has a character that no key has, such as a space or a line end.')
    const transport = new Transport({ ...options, apiKey })
    this.account = new AccountResource(transport)
    this.apiKeys = new ApiKeysResource(transport)
    this.approvals = new ApprovalsResource(transport)
    this.attachments = new AttachmentsResource(transport)
    this.auditLog = new AuditLogResource(transport)
    this.billing = new BillingResource(transport)
    this.credits = new CreditsResource(transport)
    this.drafts = new DraftsResource(transport)
    this.events = new EventsResource(transport)
    this.inboxes = new InboxesResource(transport)
    this.messages = new MessagesResource(transport)
    this.noticeChannels = new NoticeChannelsResource(transport)
    this.policies = new PoliciesResource(transport)
    this.statistics = new StatisticsResource(transport)
    this.suppressions = new SuppressionsResource(transport)
    this.threads = new ThreadsResource(transport)
    this.tools = new ToolsResource(transport)
    this.users = new UsersResource(transport)
    this.webhooks = new WebhooksResource(transport)
  }

  /** Makes an account, and answers its first keys, which nobody is shown again. */
  static signUp(
    body: Body<'sign_up'>,
    connection: Omit<ClientOptions, 'apiKey'> = {},
    options?: RequestOptions,
  ): Promise<Answer<'sign_up'>> {
    return new Transport(connection).call('sign_up', { body }, options)
  }
}
