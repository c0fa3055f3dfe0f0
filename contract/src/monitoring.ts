// Calls for monitoring: whether this portal is ready for calls, and metrics for Prometheus.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'

export const monitoringProblems = {
  wrongToken: {
    code: 'monitoring.wrongToken',
    status: 401,
    sentence: 'The token is missing or wrong. Send the value of METRICS_TOKEN as a bearer token.',
  },
} satisfies Record<string, Problem>

export const readinessChecks = ['database', 'migrations', 'jobs', 'disk'] as const

/** Unlike `/healthz`, it also checks the schema, the background jobs and the disk. Responds with 503 unless it is ready. */
export const readiness = endpoint({
  name: 'monitoring.readiness',
  method: 'GET',
  path: '/readyz',
  access: 'open',
  activity: false,
  answer: z.object({
    status: z.enum(['ready', 'notReady']),
    checks: z.array(
      z.object({
        name: z.enum(readinessChecks),
        /** Despite a warning, the portal is ready. */
        state: z.enum(['ok', 'warning', 'failing']),
        /** The next step for the system administrator. */
        message: z.optional(z.string()),
      }),
    ),
  }),
  failure: 'Talaan is not responding.',
})

/** Metrics for Prometheus as text. Without METRICS_TOKEN, the page does not exist. */
export const metrics = endpoint({
  name: 'monitoring.metrics',
  method: 'GET',
  path: '/metrics',
  access: 'open',
  activity: false,
  bytesOut: true,
  failure: 'Talaan is not responding.',
})
