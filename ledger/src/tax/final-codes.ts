// The codes of final withholding tax, as listed on form 1601-FQ; the tax is final for the payee and never creditable.
import type { Day } from '../core/date.ts'

/** Rates in percent. Codes of payees abroad are offered for foreign suppliers only, and the others for all others. */
type FinalRow = readonly [
  codes: string,
  percent: string,
  description: string,
  source: string,
  validFrom?: Day,
  validTo?: Day,
]

const since2018: Day = '2018-01-01'
const beforeCreate: Day = '2020-12-31'
/** RA 11534 (CREATE) lowered the rate of non-resident foreign corporations from this date. */
const create: Day = '2021-01-01'

/** Payees who reside here: citizens, resident aliens, domestic and resident foreign corporations. */
const residents: readonly FinalRow[] = [
  ['WI202', '10', 'Cash dividends to citizens and resident aliens', 'NIRC section 24(B)(2)'],
  ['WI203', '10', 'Property dividends to citizens and resident aliens', 'NIRC section 24(B)(2)'],
  ['WI240', '10', 'Share of partners in a taxable partnership or joint venture', 'NIRC section 24(B)(2)'],
  ['WI250 WC250', '20', 'Royalties, other than on books and music', 'NIRC sections 24(B)(1) and 27(D)(1)'],
  ['WI260', '20', 'Prizes over 10,000 and other winnings', 'NIRC section 24(B)(1)'],
  ['WI310 WC310', '8', 'Oil exploration service contractors and sub-contractors', 'PD 1354'],
  ['WI380', '10', 'Royalties on books, literary works and music', 'NIRC section 24(B)(1)'],
]

/** Payees abroad: non-resident aliens and non-resident foreign corporations. */
const nonResidents: readonly FinalRow[] = [
  [
    'WI224',
    '20',
    'Cash dividends to non-resident aliens engaged in business in the Philippines',
    'NIRC section 25(A)(2)',
  ],
  [
    'WI225',
    '20',
    'Property dividends to non-resident aliens engaged in business in the Philippines',
    'NIRC section 25(A)(2)',
  ],
  [
    'WI226',
    '20',
    'Partnership share of non-resident aliens engaged in business in the Philippines',
    'NIRC section 25(A)(2)',
  ],
  ['WI330', '25', 'Payments to non-resident aliens not engaged in business in the Philippines', 'NIRC section 25(B)'],
  ['WI340 WC340', '25', 'Non-resident owners, lessors or distributors of films', 'NIRC sections 25 and 28(B)(2)'],
  [
    'WI341',
    '25',
    'Film royalties of non-resident aliens engaged in business in the Philippines',
    'NIRC section 25(A)(2)',
  ],
  ['WC180', '20', 'Interest on foreign loans of non-resident corporations', 'NIRC section 28(B)(5)(a)'],
  ['WC212', '30', 'Cash dividends to non-resident corporations', 'NIRC section 28(B)(1)', since2018, beforeCreate],
  [
    'WC212',
    '25',
    'Cash dividends to non-resident corporations',
    'NIRC section 28(B)(1) as amended by RA 11534',
    create,
  ],
  ['WC213', '30', 'Property dividends to non-resident corporations', 'NIRC section 28(B)(1)', since2018, beforeCreate],
  [
    'WC213',
    '25',
    'Property dividends to non-resident corporations',
    'NIRC section 28(B)(1) as amended by RA 11534',
    create,
  ],
  ['WC222', '15', 'Cash dividends, tax sparing country', 'NIRC section 28(B)(5)(b)'],
  ['WC223', '15', 'Property dividends, tax sparing country', 'NIRC section 28(B)(5)(b)'],
  [
    'WC230',
    '30',
    'Royalties, services and other payments to non-resident corporations',
    'NIRC section 28(B)(1)',
    since2018,
    beforeCreate,
  ],
  [
    'WC230',
    '25',
    'Royalties, services and other payments to non-resident corporations',
    'NIRC section 28(B)(1) as amended by RA 11534',
    create,
  ],
  ['WC280', '15', 'Profit remitted by a branch to its head office', 'NIRC section 28(A)(5)'],
  ['WC290', '4.5', 'Rent and charter fees of non-resident owners of vessels', 'NIRC section 28(B)(3)'],
  ['WC300', '7.5', 'Rent of aircraft, machinery and equipment from non-residents', 'NIRC section 28(B)(4)'],
]

export const finalRows: readonly FinalRow[] = [...residents, ...nonResidents]
