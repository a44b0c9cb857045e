/** GET /statistics */

import { statistics, statisticsQuery } from '../../../domain/statistics.ts'
import { readStatistics } from '../../../flow/statistics/read.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const getStatisticsEndpoint = defineEndpoint({
  name: 'get_statistics',
  tag: 'Statistics',
  summary: 'Get statistics',
  description:
    'Mail, verdicts, findings, webhooks and credits of the last 24 hours, 7 days or 30 days, as they are counted some seconds after they happen. A key that is limited to one inbox gets those of its inbox.',
  query: statisticsQuery,
  status: 200,
  answer: statistics,
  errors: [],
  handle: ({ deps: { database }, principal, query: { period } }) =>
    database.transaction((tx) => readStatistics(tx, principal, period)),
})
