/** The SMTP role: what accepts mail, and the listener before it. */
import { limits } from '../shared/domain/limits.ts'
import type { Quotas } from '../shared/flow/access/quotas.ts'
import { ensurePostmaster } from '../shared/flow/account/postmaster.ts'
import { Acceptor } from '../shared/flow/inbound/accept.ts'
import { repeat } from '../shared/lib/repeat.ts'
import { watchPolicyChanges } from '../shared/store/policy-changes.ts'
import type { Context } from './context.ts'
import { startListener } from './smtp/listener.ts'
import { listening } from './start-failure.ts'

/** What the listener hands mail to. */
export function createAcceptor(context: Context, quotas: Quotas): Acceptor {
  const { config, database, queue, parser, keyring, metrics, log } = context
  const perMinute = config.INBOUND_PER_MINUTE
  return new Acceptor({ database, queue, parser, keyring, metrics, log, quotas, perMinute })
}

/** Listens; answers where. @throws CannotListenError */
export async function runSmtp(
  { config, database, listener, queue, keyring, log, metrics, lifecycle }: Context,
  acceptor: Acceptor,
): Promise<{ host: string; port: number }> {
  await ensurePostmaster(database, keyring)
  queue.yieldTo(() => acceptor.busy)
  const changed = (tenantId?: string) => acceptor.forget(tenantId)
  lifecycle.add('policy watch', await watchPolicyChanges(listener, changed))
  const at = { host: config.SMTP_HOST, port: config.SMTP_PORT }
  const smtp = await listening('SMTP_PORT', at, startListener({ config, acceptor, log, metrics }))
  lifecycle.add('smtp', () => smtp.stop())
  const work = () => smtp.followCertificate()
  const follow = { name: 'certificate', everyMs: limits.smtpCertificateMs, work }
  lifecycle.add('certificate', repeat(follow, log))
  return { host: smtp.host, port: smtp.port }
}
