/** The frame of the dashboard's pages: who is signed in, where one can go, and answers that say one thing. */
import type { FastifyReply } from 'fastify'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { keysOfPage } from './keys.ts'
import { modeMark } from './mode-view.ts'
import { page, pageHeaders, scriptedHeaders } from './page.ts'
import { ownScript, type Script } from './script.ts'
import { type Texts, texts } from './texts.ts'
import type { Visitor } from './visitor.ts'

/** Sends a page, on which its script may run. */
export const show = (
  reply: FastifyReply,
  status: number,
  body: string,
  { hash }: Script = ownScript,
): FastifyReply => reply.code(status).headers(scriptedHeaders(hash, "connect-src 'self'")).send(body)

/** Sends the browser on, with GET. */
export const goTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.headers(pageHeaders).redirect(path, 303)

const words = () => texts().frame

/** Where one can go: the path, its name, and where else that place is. */
const places: readonly { path: string; name: keyof Texts['frame']['places']; also?: string }[] = [
  { path: '/dashboard', name: 'queue', also: '/dashboard/mail' },
  { path: '/dashboard/overview', name: 'overview' },
  { path: '/dashboard/inboxes', name: 'inboxes' },
  { path: '/dashboard/policies', name: 'policies' },
  { path: '/dashboard/api-keys', name: 'apiKeys' },
  { path: '/dashboard/audit', name: 'audit' },
  { path: '/dashboard/members', name: 'members' },
  { path: '/dashboard/billing', name: 'billing' },
  { path: '/dashboard/settings', name: 'settings' },
]

const isAt = (at: string, { path, also }: (typeof places)[number]): boolean =>
  at === path ||
  (path !== '/dashboard' && at.startsWith(`${path}/`)) ||
  (also !== undefined && at.startsWith(also))

/** A page of somebody who is signed in. */
export const ownPage = (
  title: string,
  { email, csrf, at, principal }: Visitor,
  content: Html,
  script: Script = ownScript,
): string =>
  page(
    title,
    html`<div class="top"><div class="own"><a class="brand" href="/dashboard">${words().brand}</a>${modeMark(principal.mode)}</div>
<form method="post" action="/dashboard/sign-out">${csrf}<a class="meta" href="/dashboard/sessions">${email}</a> <button class="link">${words().signOut}</button></form></div>
<nav class="bar" aria-label="${words().navigation}">${places.map((place) => html`<a href="${place.path}"${place.path === '/dashboard' ? html` data-key="g"` : null}${isAt(at, place) ? html` aria-current="page"` : null}>${words().places[place.name]}</a>`)}</nav>
${content}
${keysOfPage()}`,
    script,
  )

/** A page that says what went wrong, in the frame of whoever is known to be signed in, and leads on. */
export function problemPage(title: string, said: string, visitor: Visitor | undefined): string {
  const [path, name] =
    visitor === undefined ? [signInPath, words().toSignIn] : ['/dashboard', words().backToQueue]
  const onward = html`<a class="button plain" data-key="Escape" href="${path}">${name}</a>`
  if (visitor === undefined) return says(title, said, onward)
  return ownPage(
    title,
    visitor,
    html`<h1>${title}</h1><div class="card"><p>${said}</p><p class="actions">${onward}</p></div>`,
  )
}

/** Above the title of a page for somebody who isn't signed in: whose page it is. */
export const kickerOf = (what: string): string => `${words().brand} · ${what}`

/** A page that says one thing, to anybody. */
export const says = (title: string, ...sentences: (string | Html)[]): string =>
  page(
    title,
    html`<p class="kicker">${kickerOf(words().navigation)}</p><h1>${title}</h1><div class="card">${sentences.map((one) => html`<p>${one}</p>`)}</div>`,
  )
