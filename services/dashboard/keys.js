/** Keys of the dashboard: each presses what stands on the page anyway, or moves the focus along a list. */
addEventListener('DOMContentLoaded', () => {
  const help = document.querySelector('dialog#keys')
  const opener = document.querySelector('#open-keys')
  const chosen = help.querySelector('input')
  const stored = 'dashboard-keys'
  let sent = false

  const remembered = () => {
    try {
      return localStorage.getItem(stored)
    } catch {
      return null
    }
  }
  chosen.checked = remembered() !== 'off'
  chosen.addEventListener('change', () => {
    try {
      localStorage.setItem(stored, chosen.checked ? 'on' : 'off')
    } catch {
      // Then it holds for this page.
    }
  })
  opener.hidden = false
  opener.addEventListener('click', () => help.showModal())
  // What is open after a decision, or asks once more, came under a press that may have been one of two: the second was
  // meant for the page before. The time of an event counts from the first, which began to load this page.
  const comesAfter = document.querySelector('form[action^="/dashboard/undo"], input[name=sure]') !== null
  const ofTwo = ({ timeStamp, submitter }) =>
    comesAfter && timeStamp < 500 && (submitter?.name === 'decision' || submitter?.name === 'lets')

  // A key that is pressed twice decides once. The help, which is a form as well, decides nothing.
  addEventListener('submit', (event) => {
    if (ofTwo(event)) event.preventDefault()
    else if (event.target.method !== 'dialog') sent = true
  })
  addEventListener('pageshow', () => {
    sent = false
  })

  const rows = () => [...document.querySelectorAll('[data-row]')]
  const linkOf = (row) => row.querySelector('.title a')
  const current = () => document.activeElement?.closest('[data-row]') ?? null

  const move = (by) => {
    const list = rows()
    const at = list.indexOf(current())
    const next = list[at === -1 ? (by > 0 ? 0 : list.length - 1) : at + by]
    if (next === undefined) return
    linkOf(next).focus()
    next.scrollIntoView({ block: 'nearest' })
  }

  const press = (element) => {
    if (element.tagName !== 'SUMMARY') return element.click()
    element.parentElement.open = true
    element.parentElement.querySelector('textarea, select, input:not([type=hidden]), button')?.focus()
  }

  const isField = (element) =>
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && element.type !== 'checkbox')

  addEventListener('keydown', (event) => {
    const { key, target, repeat, ctrlKey, metaKey, altKey, isComposing } = event
    if (event.defaultPrevented || isComposing || help.open) return
    if (isField(target)) {
      if (key === 'Escape') target.blur()
      if (key === 'Enter' && (ctrlKey || metaKey) && !repeat && !sent && target.form !== null)
        target.form.querySelector('button')?.click()
      return
    }
    if (ctrlKey || metaKey || altKey) return
    if (key === '?') {
      event.preventDefault()
      help.showModal()
      return
    }
    if (!chosen.checked || sent) return
    if ((key === 'j' || key === 'k') && rows().length > 0) {
      event.preventDefault()
      move(key === 'j' ? 1 : -1)
      return
    }
    if (repeat) return
    const named = CSS.escape(key)
    const pressed =
      current()?.querySelector(`[data-row-key="${named}"]`) ?? document.querySelector(`[data-key="${named}"]`)
    if (pressed === null || !pressed.checkVisibility()) return
    event.preventDefault()
    press(pressed)
  })

  // Whoever comes back from a mail goes on where it stands in the queue.
  const from = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  if (from?.matches('[data-row]')) linkOf(from).focus()

  // Where all places don't fit beside each other, that of this page is in sight.
  const [places, here] = [document.querySelector('nav.bar'), document.querySelector('nav.bar [aria-current]')]
  if (here !== null) places.scrollLeft = here.offsetLeft - (places.offsetWidth - here.offsetWidth) / 2
})
