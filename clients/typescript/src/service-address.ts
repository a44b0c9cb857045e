/** Where a service is, as callers write it. */

/** Whether a service can be at an address: `localhost:8080` is a URL, too, of a scheme `localhost`. */
export const isHttpUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** What an address has that no service's has, in words that follow its name; undefined where it is one. */
export function addressProblem(url: string): string | undefined {
  if (!isHttpUrl(url)) return `is no http or https URL: ${url}`
  const { username, password, search, hash } = new URL(url)
  // Not shown: it may be logged.
  if (username !== '' || password !== '') return 'has a user name or a password, which no service takes'
  if (search !== '' || hash !== '') return `has a query or a fragment, which no service has: ${url}`
  return undefined
}

/** Without a slash at the end: a service may lie under a path, and its address be given with `/api/v1`. */
export function serviceAt(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`
}
