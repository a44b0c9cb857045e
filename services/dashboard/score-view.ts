/** A risk score in a word and a colour. */
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'
import type { DashboardParts } from './visitor.ts'

/** Null: it was not judged. */
export function scoreView(score: number | null, bounds: DashboardParts['bounds']): Html {
  if (score === null) return html`${texts().mail.notJudged}`
  const level = score > bounds.withholdAbove ? 'high' : score > bounds.flagAbove ? 'medium' : 'low'
  return html`<span class="risk">${texts().mail.risk} <span class="score ${level}">${score}</span></span>`
}
