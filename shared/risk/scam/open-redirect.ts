/** Links through well-known sites that pass everybody on to wherever the address says. */

/** Paths of such sites, by host. */
const redirects: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/^(?:www\.)?google\.[a-z.]{2,6}$/, /^\/(?:amp\/|url\?|travel\/clk)/],
  [/^(?:www\.)?bing\.com$/, /^\/ck\/a/],
  [
    /^(?:www\.)?(?:googleadservices\.com|ad\.doubleclick\.net)$/,
    /^\/(?:pcs\/click|pagead\/aclk|ddm\/clk|clk)/,
  ],
  [/^(?:www\.|m\.)?youtube\.com$/, /^\/redirect\?/],
  [/^(?:www\.)?linkedin\.com$/, /^\/(?:slink|redir|safety\/go)\b/],
  [/^(?:www\.)?(?:baidu\.com|sogou\.com)$/, /^\/link\?/],
  [/^(?:r\.|rd\.|search\.)?yahoo\.(?:com|co\.jp)$/, /^\/.{0,80}\/?RU=/],
]

/** Whether a link only goes through its host. */
export function leadsOn(url: URL): boolean {
  const host = url.hostname.toLowerCase()
  const path = `${url.pathname}${url.search}`.slice(0, 200)
  return redirects.some(([site, way]) => site.test(host) && way.test(path))
}
