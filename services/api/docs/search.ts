/** The script of the documentation page: chapters that open where a link leads, and a search that leaves of the page what says all of its words. */

/** Runs in a browser, where it shows the search field: without it there is none, and all of the page. */
export const searchScript = `
const field = document.getElementById('search')
const found = document.getElementById('found')
const parts = [...document.querySelectorAll('main [data-part]')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
  link: document.querySelector('nav a[href="#' + element.id + '"]')?.closest('li'),
}))
const lists = [...document.querySelectorAll('nav ul')]
const headings = [...document.querySelectorAll('main > .lead, main > h1, main .contents')]
const chapters = [...document.querySelectorAll('main > .chapter')]
const wereOpen = new Set()
// Where an address leads to, its chapter opens.
const show = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const chapter = target?.closest('.chapter')
  if (!chapter) return
  if (target.hidden || chapter.hidden) { field.value = ''; look() }
  chapter.open = true
  target.scrollIntoView()
}
let searched = false
const look = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  let count = 0
  for (const { element, text, link } of parts) {
    const hidden = !words.every((word) => text.includes(word))
    element.hidden = hidden
    if (link) link.hidden = hidden
    if (!hidden) count++
  }
  for (const list of lists) list.previousElementSibling.hidden = list.hidden = words.length > 0 && !list.querySelector('li:not([hidden])')
  for (const heading of headings) heading.hidden = words.length > 0
  if (words.length > 0 && !searched) for (const one of chapters) if (one.open) wereOpen.add(one)
  for (const one of chapters) {
    one.hidden = words.length > 0 && !one.querySelector('[data-part]:not([hidden])')
    if (words.length > 0) one.open = !one.hidden
    else if (searched) one.open = wereOpen.has(one)
  }
  if (words.length === 0) wereOpen.clear()
  searched = words.length > 0
  found.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing says that.' : count + ' found'
}
field.parentElement.hidden = false
field.addEventListener('input', look)
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { field.value = ''; look() }
  if (event.key === 'Enter') parts.find(({ element }) => !element.hidden)?.element.scrollIntoView()
})
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== field) { event.preventDefault(); field.focus() }
})
addEventListener('hashchange', show)
// The same link once more changes no address.
document.addEventListener('click', ({ target }) => {
  const link = target.closest('a[href^="#"]')
  if (link && link.hash === location.hash) show()
})
addEventListener('beforeprint', () => { for (const one of chapters) one.open = true })
show()
`
