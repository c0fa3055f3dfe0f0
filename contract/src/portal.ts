// Data that the browser needs before sign-in, and calls that monitor the portal itself.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { portalFactsPath, portalWords } from './screen.ts'

export { portalWords }

/** The company, the identity provider, and the addresses of the frames. */
export const portalFacts = endpoint({
  name: 'portal.facts',
  method: 'GET',
  path: portalFactsPath,
  access: 'open',
  activity: false,
  answer: z.object({
    company: z.string(),
    /** The company's contact details next to the inquiry form. */
    contact: z.object({ email: z.nullable(z.string()), details: z.array(z.string()) }),
    version: z.string(),
    identity: z.object({ url: z.string(), key: z.string() }),
    /** The frame's address for each form; the external address if one is configured. */
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
    /**
     * The state of the disk with DATA_DIR. If it is not 'ok', no file can be uploaded; if the disk is full or
     * read-only, nothing can be recorded.
     */
    disk: z.enum(['ok', 'low', 'full', 'readOnly']),
    /** The next step for the system administrator. */
    message: z.optional(z.string()),
    version: z.string(),
  }),
  failure: 'Talaan is not responding.',
})

/** Browsers send these reports automatically, in two formats. They are shortened, stored and counted. */
export const cspReport = endpoint({
  name: 'portal.cspReport',
  method: 'POST',
  path: '/api/security/csp-report',
  access: 'open',
  activity: false,
  crossOrigin: true,
  bytesIn: true,
  bodyLimit: 16 * 1024,
  failure: 'The security report was not accepted.',
})
