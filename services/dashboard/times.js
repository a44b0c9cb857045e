/**
 * Times in the zone of whoever reads them: the server doesn't know it, and writes UTC, which a tooltip keeps. Each is
 * written before its place on the page is painted, so nothing moves.
 */
;(() => {
  // As the language of the page has them.
  const { dates } = document.documentElement.dataset
  const day = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
  const [ofThisYear, ofAnother, utc] = [
    new Intl.DateTimeFormat(dates, day),
    new Intl.DateTimeFormat(dates, { ...day, year: 'numeric' }),
    new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  ]
  const thisYear = new Date().getFullYear()
  const write = (time) => {
    const at = new Date(time.dateTime)
    const text = (at.getFullYear() === thisYear ? ofThisYear : ofAnother).format(at)
    if (time.textContent === text) return
    time.title = `${utc.format(at)} UTC`
    time.textContent = text
  }
  // The parser may stop within a time, and goes on after what stands there by then: each change is looked at.
  const look = (changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) {
        const time = (node instanceof Element ? node : node.parentElement)?.closest('time[datetime]')
        if (time) write(time)
      }
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  addEventListener('DOMContentLoaded', () => {
    look(observer.takeRecords())
    observer.disconnect()
  })
})()
