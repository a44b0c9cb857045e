/** The address under which clients reach the service. */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'

/** PUBLIC_URL, or else the address that this request came by; without a slash at its end. */
export const publicUrl = ({ PUBLIC_URL }: Config, request: FastifyRequest): string =>
  (PUBLIC_URL ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')
