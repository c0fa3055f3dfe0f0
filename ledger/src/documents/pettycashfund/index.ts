// The document of a petty cash fund as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { pettyCashFundFields } from './fields.ts'
import { pettyCashFundFacts, pettyCashFundStated, postPettyCashFund } from './posting.ts'
import { pettyCashFundReceipt } from './receipt.ts'
import { pettycashfundWords } from './words.ts'

export const pettycashfund: DocumentType<typeof pettyCashFundFields, 'money' | 'leaves'> = {
  ...pettycashfundWords,
  fields: pettyCashFundFields,
  facts: pettyCashFundFacts,
  post: postPettyCashFund,
  stated: pettyCashFundStated,
  receipt: pettyCashFundReceipt,
}
