/** The mail that somebody came for who has to sign in first, as from a notice in a channel: they are led there then. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import type { DashboardParts } from './visitor.ts'

const pageOfMail = /^\/dashboard\/mail\/([^/?]+)(?:\/edit)?(?:\?|$)/

/** Has browsers that are sent from the page of a mail, or from a form on it, to sign in keep which one it was, as long as a link to sign in is good. */
export function keepWhatTheyCameFor(scope: FastifyInstance, parts: Pick<DashboardParts, 'publicUrl'>): void {
  scope.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('location') !== signInPath) return
    const [, id = ''] = pageOfMail.exec(request.url) ?? []
    const [publicUrl, seconds] = [parts.publicUrl(request), limits.signInMinutes * 60]
    if (isId('message', id)) reply.header('set-cookie', cookieHeader('mail', id, { publicUrl, seconds }))
  })
}

/** Where somebody goes on who has just signed in: to the mail that they came for, once, else to the queue. */
export function whereTheyGo(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const id = readCookie(request, 'mail', publicUrl) ?? ''
  if (id !== '') reply.header('set-cookie', cookieHeader('mail', '', { publicUrl, seconds: 0 }))
  return isId('message', id) ? `/dashboard/mail/${id}` : '/dashboard'
}
