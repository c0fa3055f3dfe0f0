// The payroll register as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { payrollFields } from './fields.ts'
import { payrollFacts, payrollStated, postPayroll } from './posting.ts'
import { payrollReceipt } from './receipt.ts'
import { payrollWords } from './words.ts'

export const payroll: DocumentType<typeof payrollFields, 'employees'> = {
  ...payrollWords,
  fields: payrollFields,
  facts: payrollFacts,
  post: postPayroll,
  stated: payrollStated,
  receipt: payrollReceipt,
  // On another date its tax would move to the return of another month.
  isVoidedOnItsDay: true,
}
