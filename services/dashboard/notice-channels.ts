/** Forms of channels that are told of what waits: adding, testing and removing one, each through the door of the API. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { channelEvents, type NoticeChannelTestResult } from '../../shared/domain/notice-channel.ts'
import type { Fields } from './form.ts'
import { goTo } from './frame.ts'
import { eventFields, noticeChannelsPath, type SaidOfChannels } from './notice-channels-view.ts'
import { attemptOnce } from './once.ts'
import { attempt, forForm, type Visit } from './pages.ts'
import { SaidError } from './said-error.ts'
import { settingsPath, showSettings } from './settings.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

/** Registers them. */
export function registerNoticeChannels(
  scope: FastifyInstance,
  parts: DashboardParts,
  visitors: Visitors,
): void {
  scope.post(
    noticeChannelsPath,
    forForm(visitors, (visit, form) => {
      switch (form.action) {
        case 'add':
          return add(parts, visit, form)
        case 'test':
          return test(parts, visit, form)
        case 'remove':
          return remove(parts, visit, form)
        default:
          throw new SaidError('validation_error', texts().errors.emptyForm)
      }
    }),
  )
}

const doneWith = ({ reply }: Visit, done: string): FastifyReply => goTo(reply, `${settingsPath}?done=${done}`)
const refused = (parts: DashboardParts, visit: Visit, status: number, said: SaidOfChannels) =>
  showSettings(parts, visit, status, said)

async function add(parts: DashboardParts, visit: Visit, form: Fields): Promise<FastifyReply> {
  const { kind = '', name = '', url = '' } = form
  const events = channelEvents.filter((event) => form[eventFields[event]] === 'yes')
  const body = { kind, name, url: url.trim(), events }
  const made = await attemptOnce(parts, visit.visitor, 'create_notice_channel', { body }, form)
  if (!('warning' in made)) return doneWith(visit, 'added')
  return refused(parts, visit, made.status, made)
}

async function test(parts: DashboardParts, visit: Visit, { channel = '' }: Fields): Promise<FastifyReply> {
  const params = { channel_id: channel }
  const found = await attempt<{ name: string }>(parts, visit.visitor, 'get_notice_channel', { params })
  if ('warning' in found) return refused(parts, visit, found.status, found)
  const tried = await attempt<NoticeChannelTestResult>(parts, visit.visitor, 'test_notice_channel', {
    params,
  })
  if ('warning' in tried) return refused(parts, visit, tried.status, { warning: tried.warning })
  if (tried.value.posted) return doneWith(visit, 'tested')
  const warning = texts().noticeChannels.notTaken(found.value.name, tried.value.error ?? '')
  return refused(parts, visit, 200, { warning })
}

async function remove(parts: DashboardParts, visit: Visit, { channel = '' }: Fields): Promise<FastifyReply> {
  const removed = await attempt(parts, visit.visitor, 'delete_notice_channel', {
    params: { channel_id: channel },
  })
  if (!('warning' in removed)) return doneWith(visit, 'removed')
  return refused(parts, visit, removed.status, { warning: removed.warning })
}
