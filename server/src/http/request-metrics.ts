// Counts the requests of this process by route, method and status, and how long they took.
import type { FastifyInstance } from 'fastify'
import type { Family } from '../platform/exposition.ts'

/** Upper ends of the buckets, in seconds. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Durations = { method: string; route: string; counts: number[]; count: number; sum: number }

export type RequestMetrics = ReturnType<typeof requestMetrics>

export function requestMetrics() {
  const answered = new Map<string, { method: string; route: string; status: string; count: number }>()
  const durations = new Map<string, Durations>()

  function add(request: { method: string; route: string; status: string }, seconds: number): void {
    const { method, route, status } = request
    const key = `${method} ${route}`
    const counted = answered.get(`${key} ${status}`) ?? { ...request, count: 0 }
    counted.count += 1
    answered.set(`${key} ${status}`, counted)
    const timed = durations.get(key) ?? { method, route, counts: buckets.map(() => 0), count: 0, sum: 0 }
    buckets.forEach((end, at) => {
      if (seconds <= end) timed.counts[at] = (timed.counts[at] ?? 0) + 1
    })
    timed.count += 1
    timed.sum += seconds
    durations.set(key, timed)
  }

  return {
    /** An unknown path has no route, so that strangers can't add series. */
    watch(app: FastifyInstance): void {
      app.addHook('onResponse', (request, reply, done) => {
        const { config, url } = request.routeOptions
        const route = config.endpoint?.path ?? url ?? 'none'
        add({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
        done()
      })
    },
    families(): Family[] {
      return [
        {
          name: 'talaan_http_requests_total',
          type: 'counter',
          help: 'Answered requests by route and status.',
          samples: [...answered.values()].map(({ count, ...labels }) => ({ labels, value: count })),
        },
        {
          name: 'talaan_http_request_duration_seconds',
          type: 'histogram',
          help: 'Time until a request was answered.',
          samples: [...durations.values()].flatMap(({ counts, count, sum, ...labels }) => [
            ...counts.map((value, at) => ({
              suffix: '_bucket',
              labels: { ...labels, le: String(buckets[at]) },
              value,
            })),
            { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
            { suffix: '_sum', labels, value: sum },
            { suffix: '_count', labels, value: count },
          ]),
        },
      ]
    },
  }
}
