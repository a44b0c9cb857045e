/** Headers for bytes that a stranger wrote: a file to be saved, never a page of ours. */

/** A media type of two tokens (RFC 9110 §8.3.1); parameters are dropped. */
const mediaType = /^[a-z0-9!#$&^_.+-]{1,64}\/[a-z0-9!#$&^_.+-]{1,64}$/

/** The headers of a download, in lower case; an odd content type becomes `application/octet-stream`. */
export function downloadHeaders({
  filename,
  contentType,
}: {
  filename: string
  contentType: string
}): Record<string, string> {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  return {
    'content-type': mediaType.test(type) ? type : 'application/octet-stream',
    'content-disposition': contentDisposition(filename),
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

/** `attachment` with the name in plain ASCII and, where that loses something, in UTF-8 (RFC 6266, RFC 8187). */
export function contentDisposition(filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replaceAll(/[\u0000-\u001f\u007f-\u009f/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '_')
      .slice(0, 200)
      .toWellFormed() || 'attachment'
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
