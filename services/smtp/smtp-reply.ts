/** Maps the error table to SMTP replies (RFC 5321 §4.2, RFC 3463). */
import { errorTable, type ServiceError } from '../../shared/domain/errors.ts'

/** An error as smtp-server answers it: reply code, then enhanced code and text. */
export class SmtpReply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

/** The reply for an error; its text is the table's or the error's own, never that of a cause. */
export function smtpReply(error: ServiceError): SmtpReply {
  const [code, enhanced] = errorTable[error.code].smtp.split(' ')
  return new SmtpReply(Number(code), `${enhanced} ${error.message}`)
}
