// The calls of the operator's monitoring.
import { createHash, timingSafeEqual } from 'node:crypto'
import { metrics, monitoringProblems, readiness } from '@talaan/contract/monitoring.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { HttpContext } from '../../http/context.ts'
import type { RequestMetrics } from '../../http/request-metrics.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { exposition, expositionType } from '../../platform/exposition.ts'
import { metricFamilies } from './metrics.ts'
import { readinessOf } from './readiness.ts'

export const monitoring = (context: HttpContext, requests: RequestMetrics): Route[] => [
  answers(readiness, async ({ reply }) => {
    const answer = await readinessOf(context)
    void reply.status(answer.status === 'ready' ? 200 : 503)
    return answer
  }),

  answers(metrics, async ({ request, reply }) => {
    const { metricsToken } = context.env
    if (metricsToken === null) throw new Refusal(common.notThere)
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new Refusal(monitoringProblems.wrongToken)
    }
    const text = exposition([...requests.families(), ...(await metricFamilies(context))])
    return reply.type(expositionType).send(text) as never
  }),
]

/** Takes the same time for every wrong token. */
const isEqual = (given: string, expected: string) => timingSafeEqual(digestOf(given), digestOf(expected))
const digestOf = (text: string) => createHash('sha256').update(text).digest()
