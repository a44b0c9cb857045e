/** Follows the files of the certificate, so that a renewed one serves new sessions without a restart. */
import { X509Certificate } from 'node:crypto'
import { type Config, ConfigError } from '../../config/config.ts'
import type { Log } from '../../shared/lib/log.ts'
import { tlsCertificate } from './tls-certificate.ts'

/** PEM texts of a certificate, with those above it, and of its key. */
export type Certificate = Awaited<ReturnType<typeof tlsCertificate>>

export interface FollowerParts {
  config: Config
  /** What is served now. */
  certificate: Certificate
  /** Serves another from now on. */
  use(certificate: Certificate): void
  log: Log
}

/** Holds which certificate is served. */
export class CertificateFollower {
  readonly #parts: FollowerParts
  #served: Certificate
  #problem = ''

  constructor(parts: FollowerParts) {
    this.#parts = parts
    this.#served = parts.certificate
  }

  /** When the certificate that is served ends, in seconds since 1970. */
  get expiresAt(): number {
    return Date.parse(new X509Certificate(this.#served.cert).validTo) / 1_000
  }

  /**
   * Reads the files again. Where they have changed, and fit each other, they are used from then on. What can't be used,
   * as between the writing of the one and of the other, is logged once, and the certificate before stays.
   */
  async look(): Promise<void> {
    const { config, use, log } = this.#parts
    let found: Certificate
    try {
      found = await tlsCertificate(config)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (error.message !== this.#problem)
        log.error({ problem: error.message }, 'the certificate can not be read again: the one before stays')
      this.#problem = error.message
      return
    }
    this.#problem = ''
    if (found.cert === this.#served.cert && found.key === this.#served.key) return
    use(found)
    this.#served = found
    log.info({ valid_to: new Date(this.expiresAt * 1_000).toISOString() }, 'a renewed certificate is used')
  }
}
