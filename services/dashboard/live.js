/** Says on the queue how much has come since the page was made. */
addEventListener('DOMContentLoaded', () => {
  const said = document.querySelector('#live')
  if (said === null) return
  let count = 0
  new EventSource(said.dataset.from).addEventListener('queue', () => {
    count++
    said.querySelector('b').textContent = String(count)
    said.firstElementChild.hidden = false
  })
})
