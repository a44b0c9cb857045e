/** Times in the zone of whoever reads them: the server doesn't know it, and writes UTC, which a tooltip keeps. */
;(() => {
  const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  const named = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    const zone = named.formatToParts(at).find(({ type }) => type === 'timeZoneName').value
    time.title = time.textContent
    time.textContent = `${written.format(at)} ${zone}`
  }
})()
