/** Reads API keys from `Authorization` headers. */

/** The key of a bearer header (RFC 6750 §2.1), of at most 200 characters; undefined without a header, null of another form. */
export const bearerKey = (authorization: string | undefined): string | null | undefined =>
  authorization === undefined ? undefined : (/^bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? null)
