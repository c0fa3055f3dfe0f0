import { expect, test } from 'vitest'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { inTodaysWords } from './earlier-words.ts'

test.each([
  ['Bill begun by ana on 3 Mar 2026 and not recorded.', 'Bill started by ana on 3 Mar 2026 has not been recorded.'],
  [
    'Rent is recorded as 1,000.00 by JV-2026-000001; the register comes to 1,200.00.',
    'Rent is recorded as 1,000.00 in JV-2026-000001, but the calculated amount is now 1,200.00.',
  ],
  [
    'SI-2026-000001, the invoice to the buyer of Van, 2019, is void, but JV-2026-000002 still takes the asset off the books as sold.',
    'SI-2026-000001, the sales invoice for Van, 2019, is void, but JV-2026-000002 still records the asset as sold.',
  ],
  [
    '1040 Bank USD holds USD 1,000.00, and no closing rate of March 2026 is entered.',
    '1040 Bank USD has a balance of USD 1,000.00, but the closing rate for March 2026 is missing.',
  ],
  [
    'Petty cash was not counted in March 2026; by the books it holds 5,000.00.',
    'Petty cash was not counted in March 2026. Its book balance is 5,000.00.',
  ],
  [
    'Cheque 0007 of account 1030 was skipped: it is neither used nor noted as spoiled.',
    'Cheque 0007 of account 1030 was skipped. It is neither used nor marked as spoiled.',
  ],
  [
    'Cheque 0003 of 1 Mar 2026 to Leo is stale and not written back.',
    'Cheque 0003 of 1 Mar 2026 to Leo is stale and has not been written back.',
  ],
  [
    '1 receipt waits to be sent, the first of SI-2026-000001.',
    '1 receipt is waiting to be sent, starting with SI-2026-000001.',
  ],
  [
    '3 receipts wait to be sent, the first of SI-2026-000001.',
    '3 receipts are waiting to be sent, starting with SI-2026-000001.',
  ],
  [
    'Certificates for 500.00 that customers withheld have not come.',
    'Certificates for 500.00 withheld by customers have not been received.',
  ],
  [
    'A loss of 100.00 was recorded after YE-2026-000001; void that one and close the year anew.',
    'A loss of 100.00 was recorded after YE-2026-000001. Void YE-2026-000001 and close the year again.',
  ],
  ['7 more of this kind.', '7 more items like these.'],
  ['1 more of this kind.', '1 more item like these.'],
  ['1 more items like these.', '1 more item like these.'],
  [
    'The batch of 1 documents that ana started on 3 Mar 2026 is not closed.',
    'The batch of 1 document that ana started on 3 Mar 2026 is not closed.',
  ],
  [
    'Bill started by ana on 3 Mar 2026 waits for approval.',
    'Bill started by ana on 3 Mar 2026 is waiting for approval.',
  ],
  [
    '2135 Deposits is 1,000.00 credit on 31 Mar 2026.',
    '2135 Deposits has a credit balance of 1,000.00 on 31 Mar 2026.',
  ],
  [
    '2550Q for the period to 31 Mar 2026 is filed, but the books have changed since: box 31.',
    '2550Q for the period ended 31 Mar 2026 is filed, but the books have changed since: box 31.',
  ],
])('an explanation of “%s” still applies in today’s wording', (earlier, now) => {
  expect(inTodaysWords(canonical([earlier, 'Another.']))).toBe(canonical([now, 'Another.']))
})
