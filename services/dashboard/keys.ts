/** Keys of the dashboard's pages: the help on them. The script beside this file makes them work. */
import { html } from '../../shared/lib/html.ts'

/** What each key does, in the order of the help. */
const keys: readonly [keys: readonly string[], what: string][] = [
  [['j', 'k'], 'The next mail, the one before'],
  [['Enter'], 'Open it'],
  [['a'], 'Approve it, or release it'],
  [['y', 'n'], 'Yes, and no, where it asks once more'],
  [['e'], 'Edit it first'],
  [['r'], 'Reject it, with a reason; delete what was withheld'],
  [['u'], 'Undo the last decision, within ten seconds'],
  [['x', 's'], 'Select it, and all like it; then a and r decide on all that are selected'],
  [['b'], 'Block its sender'],
  [['Ctrl+Enter'], 'Send what you wrote: the reason, the edit'],
  [['p'], 'Show its keys, passwords and codes, on record'],
  [['w'], 'Report what it is'],
  [['g'], 'The queue as it is now'],
  [['Escape'], 'Out of a field; back to the queue'],
  [['?'], 'This help'],
]

/** At the end of a page: the help, which opens with `?`. Without scripts it is not seen. */
export const keysOfPage = html`
<p class="keys"><button type="button" class="link" id="open-keys" hidden>Keyboard shortcuts (?)</button></p>
<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard shortcuts</h2>
<dl>${keys.map(([names, what]) => html`<dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${what}</dd>`)}</dl>
<label class="check"><input type="checkbox" checked> Use single keys in this browser</label>
<form method="dialog"><p><button class="plain">Close</button></p></form></dialog>`
