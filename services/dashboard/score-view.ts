/** A risk score in a word and a colour. */
import { type Html, html } from '../../shared/lib/html.ts'
import type { DashboardParts } from './visitor.ts'

/** Null: it was not judged. */
export function scoreView(score: number | null, bounds: DashboardParts['bounds']): Html {
  if (score === null) return html`not judged`
  const level = score > bounds.withholdAbove ? 'high' : score > bounds.flagAbove ? 'medium' : 'low'
  return html`risk <span class="score ${level}">${score}</span>`
}
