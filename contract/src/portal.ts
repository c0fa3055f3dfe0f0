// Facts for the browser before sign-in, and the calls that monitor the portal itself.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { portalFactsPath, portalWords } from './screen.ts'

export { portalWords }

/** Company, identity provider and addresses of the frames. */
export const portalFacts = endpoint({
  name: 'portal.facts',
  method: 'GET',
  path: portalFactsPath,
  access: 'open',
  activity: false,
  answer: z.object({
    company: z.string(),
    /** Contact details of the company next to the inquiry form. */
    contact: z.object({ email: z.nullable(z.string()), details: z.array(z.string()) }),
    version: z.string(),
    identity: z.object({ url: z.string(), key: z.string() }),
    /** Frame address by form name; an external address if configured. */
    forms: z.record(z.string(), z.object({ url: z.string(), own: z.boolean() })),
    today: z.string(),
  }),
  failure: 'Talaan is not responding. Check your connection and try again.',
})

export const health = endpoint({
  name: 'portal.health',
  method: 'GET',
  path: '/healthz',
  access: 'open',
  activity: false,
  answer: z.object({
    status: z.enum(['ok', 'failing']),
    database: z.enum(['embedded', 'server']),
    /** Of DATA_DIR. Below 'ok' no file can be uploaded, and of a disk that is full or read-only nothing can be recorded. */
    disk: z.enum(['ok', 'low', 'full', 'readOnly']),
    /** The next step for the operator. */
    message: z.optional(z.string()),
    version: z.string(),
  }),
  failure: 'Talaan is not responding.',
})

/** Sent automatically by browsers, in two formats; stored shortened and counted. */
export const cspReport = endpoint({
  name: 'portal.cspReport',
  method: 'POST',
  path: '/api/security/csp-report',
  access: 'open',
  activity: false,
  crossOrigin: true,
  bytesIn: true,
  bodyLimit: 16 * 1024,
  failure: 'The report was not accepted.',
})
