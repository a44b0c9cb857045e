/** Passkeys: a form that needs one asks the server what is to be signed, has the browser sign it, and is sent with that. */
if (window.PublicKeyCredential !== undefined) document.documentElement.classList.add('passkeys')
addEventListener('DOMContentLoaded', () => {
  if (window.PublicKeyCredential === undefined) return

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const textOf = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const listed = (credentials = []) => credentials.map((one) => ({ ...one, id: bytesOf(one.id) }))

  // What the Web Authentication API takes and answers has bytes where JSON has base64url.
  const ways = {
    async create(options) {
      const publicKey = {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: listed(options.excludeCredentials),
      }
      const { rawId, response } = await navigator.credentials.create({ publicKey })
      const { clientDataJSON, attestationObject } = response
      return [rawId, { clientDataJSON, attestationObject }]
    },
    async get(options) {
      const publicKey = {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: listed(options.allowCredentials),
      }
      const { rawId, response } = await navigator.credentials.get({ publicKey })
      const { clientDataJSON, authenticatorData, signature, userHandle } = response
      return [rawId, { clientDataJSON, authenticatorData, signature, userHandle }]
    },
  }

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const problem = form.querySelector('[role=alert]')
    const button = form.querySelector('button')
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      event.stopPropagation()
      button.disabled = true
      problem.hidden = true
      try {
        const body = new URLSearchParams(new FormData(form))
        const asked = await fetch(form.dataset.ask, { method: 'POST', body })
        if (asked.redirected) return location.assign(asked.url)
        const answer = await asked.json().catch(() => ({}))
        if (!asked.ok) throw new Error(answer.message ?? problem.dataset.said)
        const [rawId, made] = await ways[form.dataset.passkey](answer)
        const id = textOf(rawId)
        const response = Object.fromEntries(
          Object.entries(made).map(([name, bytes]) => [name, bytes === null ? '' : textOf(bytes)]),
        )
        form.elements.credential.value = JSON.stringify({ id, rawId: id, type: 'public-key', response })
        form.submit()
      } catch (error) {
        // Others are the browser's: its user has said no, or it knows no passkey of ours.
        problem.textContent = error.constructor === Error ? error.message : problem.dataset.said
        problem.hidden = false
        button.disabled = false
      }
    })
  }
})
