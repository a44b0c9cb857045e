/** Keys of the dashboard's pages: the help on them, and the script that makes them work. */
import { html } from '../../shared/lib/html.ts'
import { ownScript } from './script.ts'

/** What each key does, in the order of the help. */
const keys: readonly [keys: readonly string[], what: string][] = [
  [['j', 'k'], 'The next mail, the one before'],
  [['Enter'], 'Open it'],
  [['a'], 'Approve it, or release it'],
  [['y', 'n'], 'Yes, and no, where it asks once more'],
  [['e'], 'Edit it first'],
  [['r'], 'Reject it, with a reason; delete what was withheld'],
  [['u'], 'Undoes the last decision, within ten seconds'],
  [['x', 's'], 'Selects it, and all like it; then a and r decide on all that are selected'],
  [['b'], 'Blocks its sender'],
  [['Ctrl+Enter'], 'Send what is written: the reason, the edit'],
  [['p'], 'Shows its keys, passwords and codes, on record'],
  [['w'], 'Report what it is'],
  [['g'], 'The queue as it is now'],
  [['Escape'], 'Out of a field; back to the queue'],
  [['?'], 'This help'],
]

/** At the end of a page: the help, which opens with `?`, and the script. Without scripts neither is seen. */
export const keysOfPage = html`
<p class="keys"><button type="button" class="link" id="open-keys" hidden>Keys (?)</button></p>
<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
<dl>${keys.map(([names, what]) => html`<dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${what}</dd>`)}</dl>
<label class="check"><input type="checkbox" checked> Single keys do this, in this browser</label>
<form method="dialog"><p><button class="plain">Close</button></p></form></dialog>
${ownScript.element}`
