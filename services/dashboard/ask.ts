/** Calls of endpoints for whoever looks at a page, through the door. */
import type { Outcome } from '../../shared/api/answer.ts'
import type { Input } from '../../shared/api/door.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { type ErrorCode, ServiceError } from '../../shared/domain/errors.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** What an endpoint answers this visitor. @throws ServiceError as the door refuses. */
export async function ask<Answer>(
  { door }: Pick<DashboardParts, 'door'>,
  { caller }: Pick<Visitor, 'caller'>,
  name: EndpointName,
  input: Input,
): Promise<Answer> {
  const { answer }: Outcome = await door.invoke(name, caller, input)
  if (answer.kind === 'error') {
    const { code, message } = answer.error as { code: ErrorCode; message: string }
    const { retryAfter } = answer
    throw new ServiceError(code, message, retryAfter === undefined ? {} : { retryAfter })
  }
  return (answer.kind === 'json' ? answer.value : undefined) as Answer
}
