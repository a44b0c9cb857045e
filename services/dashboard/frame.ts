/** The frame of the dashboard's pages: who is signed in, where one can go, and answers that say one thing. */
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../shared/lib/html.ts'
import { keysOfPage } from './keys.ts'
import { page, pageHeaders, scriptedHeaders } from './page.ts'
import { ownScript } from './script.ts'
import type { Visitor } from './visitor.ts'

const ownHeaders = scriptedHeaders(ownScript.hash, "connect-src 'self'")

/** Sends a page. */
export const show = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply.code(status).headers(ownHeaders).send(body)

/** Sends the browser on, with GET. */
export const goTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.headers(pageHeaders).redirect(path, 303)

/** Where one can go: the path, its name, and where else that place is. */
const places: readonly { path: string; name: string; also?: string }[] = [
  { path: '/dashboard', name: 'Queue', also: '/dashboard/mail' },
  { path: '/dashboard/overview', name: 'Overview' },
  { path: '/dashboard/inboxes', name: 'Inboxes' },
  { path: '/dashboard/policies', name: 'Policies' },
  { path: '/dashboard/api-keys', name: 'API keys' },
  { path: '/dashboard/audit', name: 'Audit log' },
  { path: '/dashboard/members', name: 'Members' },
  { path: '/dashboard/billing', name: 'Billing' },
  { path: '/dashboard/settings', name: 'Settings' },
]

const isAt = (at: string, { path, also }: (typeof places)[number]): boolean =>
  at === path ||
  (path !== '/dashboard' && at.startsWith(`${path}/`)) ||
  (also !== undefined && at.startsWith(also))

/** A page of somebody who is signed in. */
export const ownPage = (title: string, { email, csrf, at }: Visitor, content: Html): string =>
  page(
    title,
    html`<div class="top"><a class="brand" href="/dashboard">Agent Email</a>
<form method="post" action="/dashboard/sign-out">${csrf}<a class="meta" href="/dashboard/sessions">${email}</a> <button class="link">Sign out</button></form></div>
<nav class="bar" aria-label="Dashboard">${places.map((place) => html`<a href="${place.path}"${place.path === '/dashboard' ? html` data-key="g"` : null}${isAt(at, place) ? html` aria-current="page"` : null}>${place.name}</a>`)}</nav>
${content}
${keysOfPage}`,
  )

/** A page that says one thing, to anybody. */
export const says = (title: string, ...sentences: (string | Html)[]): string =>
  page(
    title,
    html`<p class="kicker">Dashboard</p><h1>${title}</h1><div class="card">${sentences.map((one) => html`<p>${one}</p>`)}</div>`,
  )
