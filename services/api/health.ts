/** Health: whether the process lives, and whether it can take requests. */
import type { FastifyInstance } from 'fastify'
import type { ApiDeps } from '../../shared/api/deps.ts'

export function registerHealth(app: FastifyInstance, { ready }: Pick<ApiDeps, 'ready'>): void {
  // A person who opens the bare address wants to know what this is.
  app.get('/', async (_request, reply) => reply.redirect('/docs'))
  app.get('/livez', async () => ({ live: true }))
  app.get('/readyz', async (_request, reply) => {
    const answer = await ready().catch(() => false)
    return reply.code(answer ? 200 : 503).send({ ready: answer })
  })
}
