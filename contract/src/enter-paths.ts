// Where Enter stops in a form, as each user set it. Fields without a rule behave as the form defines.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

/** A field by its id; the cells of a column share one id, such as 'lines.amount'. */
const fieldName = z.string().check(z.regex(/^[A-Za-z][\w-]{0,30}(\.\w{1,30})?$/))
export const maxEnterFields = 60

const enterPath = z
  .record(fieldName, z.enum(['stop', 'pass']))
  .check(z.refine((fields) => Object.keys(fields).length <= maxEnterFields))
export type EnterPath = z.infer<typeof enterPath>

const params = z.strictObject({ form: z.string().check(z.regex(/^[a-z]{1,30}$/)) })

export const getEnterPath = endpoint({
  name: 'enterPaths.get',
  method: 'GET',
  path: '/api/enter-paths/:form',
  access: everyone,
  activity: false,
  frame: true,
  params,
  answer: z.object({ fields: enterPath }),
  failure: 'The Enter key settings could not be loaded. Reload the page.',
})

export const saveEnterPath = endpoint({
  name: 'enterPaths.save',
  method: 'PUT',
  path: '/api/enter-paths/:form',
  access: everyone,
  frame: true,
  params,
  body: z.strictObject({ fields: enterPath }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The change may not have been saved. Try again.',
})
