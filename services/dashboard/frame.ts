/** The frame of the dashboard's pages: who is signed in, where one can go, and answers that say one thing. */
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../shared/lib/html.ts'
import { keysOfPage } from './keys.ts'
import { page, pageHeaders, scriptedHeaders } from './page.ts'
import { scriptHash } from './script.ts'
import type { Visitor } from './visitor.ts'

const ownHeaders = scriptedHeaders(scriptHash)

/** Sends a page. */
export const show = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply.code(status).headers(ownHeaders).send(body)

/** Sends the browser on, with GET. */
export const goTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.headers(pageHeaders).redirect(path, 303)

/** A page of somebody who is signed in. */
export const ownPage = (title: string, { email, csrf }: Visitor, content: Html): string =>
  page(
    title,
    html`<nav class="bar" aria-label="Dashboard"><a data-key="g" href="/dashboard">Queue</a><a href="/dashboard/inboxes">Inboxes</a><a href="/dashboard/policies">Policies</a><a href="/dashboard/api-keys">API keys</a><a href="/dashboard/audit">Audit log</a><a href="/dashboard/members">Members</a><a href="/dashboard/sessions">Sessions</a>
<form method="post" action="/dashboard/sign-out">${csrf}<span class="meta">${email}</span> <button class="link">Sign out</button></form></nav>
${content}
${keysOfPage}`,
  )

/** A page that says one thing, to anybody. */
export const says = (title: string, ...sentences: (string | Html)[]): string =>
  page(
    title,
    html`<p class="kicker">Dashboard</p><h1>${title}</h1><div class="card">${sentences.map((one) => html`<p>${one}</p>`)}</div>`,
  )
