/** Charts of the pages: bars drawn as SVG on the server, each with the same numbers as a table. */
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'
import { number } from './words.ts'

const words = () => texts().chart

/** Colours of the stylesheet. */
export type Colour = 'blue' | 'good' | 'warn' | 'bad' | 'soft'

/** Numbers of one kind, one for each step. */
export interface Series {
  name: string
  colour: Colour
  values: readonly number[]
}

export interface Chart {
  /** Unique on its page. */
  id: string
  title: string
  /** What the steps are, as the first column of the table is headed. */
  of: string
  /** One for each step. */
  labels: readonly (string | Html)[]
  series: readonly Series[]
  /** One sentence on what the numbers are. */
  hint?: string
}

const [width, height, gap] = [720, 160, 3]

/** Bars one upon the other, step by step, as wide as the page is. */
export function barChart({ id, title, of, labels, series, hint }: Chart): Html {
  const sums = labels.map((_, step) => series.reduce((sum, { values }) => sum + (values[step] ?? 0), 0))
  const top = Math.max(1, ...sums)
  const each = width / labels.length
  const totals = series.map(({ name, values }) => `${name}: ${total(values)}`).join(', ')
  const filled = labels.flatMap((label, step) => (sums[step] === 0 ? [] : [{ label, step }]))
  const marks = [labels[0]!, labels.at(-1)!]
  return html`<figure class="card chart"><figcaption><h2>${title}</h2>${hint === undefined ? null : html`<p class="hint">${hint}</p>`}<p class="legend">${series.map(({ name, colour, values }) => html`<span><i class="${colour}"></i>${name} <strong>${total(values)}</strong></span>`)}</p></figcaption>
<p class="scale">${number(top)}</p><svg role="img" aria-labelledby="${id}-t ${id}-d" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><title id="${id}-t">${title}</title><desc id="${id}-d">${words().described(totals, sums.some((sum) => sum > 0) ? number(top) : number(0))}</desc>${filled.map(({ step }) => bar(series, step, { each, top }))}</svg>
<p class="scale ends"><span>${marks[0]!}</span><span>${marks[1]!}</span></p>
<details><summary>${words().asTable}</summary>${
    filled.length === 0
      ? html`<p class="meta">${words().nothing}</p>`
      : html`<div class="wide" tabindex="0" role="region" aria-label="${words().tableOf(title)}"><table><thead><tr><th scope="col">${of}</th>${series.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${filled.map(
          ({ label, step }) =>
            html`<tr><th scope="row">${label}</th>${series.map(({ values }) => html`<td>${number(values[step] ?? 0)}</td>`)}</tr>`,
        )}</tbody></table></div>${filled.length < labels.length ? html`<p class="meta">${words().noRows}</p>` : null}`
  }</details></figure>`
}

function bar(series: readonly Series[], step: number, { each, top }: { each: number; top: number }): Html {
  let below = 0
  const parts = series.flatMap(({ colour, values }) => {
    const value = values[step] ?? 0
    if (value === 0) return []
    below += value
    const y = height - (below / top) * height
    return html`<rect class="${colour}" x="${short(step * each + gap / 2)}" y="${short(y)}" width="${short(each - gap)}" height="${short((value / top) * height)}"/>`
  })
  return html`${parts}`
}

const short = (value: number): string => String(Math.round(value * 10) / 10)
const total = (values: readonly number[]): string => number(values.reduce((sum, value) => sum + value, 0))
