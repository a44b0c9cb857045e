/** Identifiers of requests. */
import { newId } from '../../shared/domain/ids.ts'

/** A new one: prefix `req_`. */
export const newRequestId = (): string => newId('request')
