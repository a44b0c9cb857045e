/** Reads API keys from `Authorization` headers. */

/** The key of a bearer header (RFC 6750 §2.1), of at most 200 characters; undefined where it has none. */
export const bearerKey = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S{1,200})$/i.exec(authorization ?? '')?.[1]
