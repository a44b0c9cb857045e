/** Whether events may be pushed to a URL: asked when it is saved, and again at each attempt. */
import { ServiceError } from '../../domain/errors.ts'
import type { GuardedFetch } from '../../net/guarded-fetch.ts'

/** @throws ServiceError `validation_error` naming what is wrong with the URL at `path`, or where its host leads. */
export async function checkWebhookUrl(
  url: string,
  fetch: GuardedFetch,
  path = 'body.webhook_url',
): Promise<void> {
  const problem = await fetch.check(url)
  if (problem === null) return
  throw new ServiceError('validation_error', undefined, {
    details: [{ path, message: problem }],
  })
}
