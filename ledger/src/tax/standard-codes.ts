// The withholding codes of a new company, as listed by the authorities. They are not part of the forms in the browser.
import type { Day } from '../core/date.ts'
import type { WithholdingCode } from '../documents/facts.ts'
import { finalRows } from './final-codes.ts'

type Row = readonly [codes: string, percent: string, description: string]

// As listed for form 1601-EQ. 'WI' codes are for individuals, 'WC' codes for all others; a pair shares one row.
const incomeTax: readonly Row[] = [
  ['WI010', '5', 'Professional fees, gross income of 3 million or less'],
  ['WI011', '10', 'Professional fees, gross income over 3 million or VAT-registered'],
  ['WC010', '10', 'Professional fees, gross income of 720,000 or less'],
  ['WC011', '15', 'Professional fees, gross income over 720,000'],
  ...graded('020', 'Professional entertainers'),
  ...graded('030', 'Professional athletes'),
  ...graded('040', 'Directors and producers of film, stage and TV'),
  ...graded('050', 'Management and technical consultants'),
  ...graded('060', 'Business and bookkeeping agents and agencies'),
  ...graded('070', 'Insurance agents and adjusters'),
  ...graded('080', 'Other talent fees'),
  ['WI090', '5', 'Fees of directors who are not employees, 3 million or less'],
  ['WI091', '10', 'Fees of directors who are not employees, over 3 million'],
  ['WI100 WC100', '5', 'Rentals of property used in business'],
  ['WI110 WC110', '5', 'Rentals of cinematographic films'],
  ['WI120 WC120', '2', 'Contractors and sub-contractors'],
  ['WI130', '15', 'Income distributed to beneficiaries of estates and trusts'],
  ['WI139', '5', 'Brokers and agents, 3 million or less'],
  ['WI140', '10', 'Brokers and agents, over 3 million or VAT-registered'],
  ['WC139', '10', 'Brokers and agents, 720,000 or less'],
  ['WC140', '15', 'Brokers and agents, over 720,000'],
  ['WI150', '10', 'Medical practitioners, over 3 million or VAT-registered'],
  ['WI151', '5', 'Medical practitioners, 3 million or less'],
  ['WC150', '15', 'Medical practitioners, over 720,000'],
  ['WC151', '10', 'Medical practitioners, 720,000 or less'],
  ['WI152', '10', 'Partners of general professional partnerships, 720,000 or less'],
  ['WI153', '15', 'Partners of general professional partnerships, over 720,000'],
  ['WI156 WC156', '0.5', 'Payments by credit card companies to merchants (1% of one half)'],
  ['WI157 WC157', '2', 'Government offices to suppliers of services'],
  ['WI158 WC158', '1', 'Top withholding agents to suppliers of goods'],
  ['WI159', '15', 'Payments by importers and carriers to government personnel'],
  ['WI160 WC160', '2', 'Top withholding agents to suppliers of services'],
  ['WI515', '5', 'Commissions and rebates to sales agents, 3 million or less'],
  ['WI516', '10', 'Commissions and rebates to sales agents, over 3 million or VAT-registered'],
  ['WC515', '10', 'Commissions and rebates to sales agents, 720,000 or less'],
  ['WC516', '15', 'Commissions and rebates to sales agents, over 720,000'],
  ['WI530', '1', 'Embalmers paid by funeral parlors'],
  ['WI535 WC535', '1', 'Pre-need companies to funeral parlors'],
  ['WI540 WC540', '5', 'Tolling fees to refineries'],
  ['WI610 WC610', '1', 'Suppliers of agricultural products, above 300,000 a year'],
  ['WI630 WC630', '5', 'Minerals and quarry products'],
  ['WI632 WC632', '1', 'Minerals sold to the Bangko Sentral ng Pilipinas'],
  ['WI640 WC640', '1', 'Government offices to suppliers of goods'],
  ['WI650 WC650', '15', 'MERALCO refunds, active contracts'],
  ['WI651 WC651', '15', 'MERALCO refunds, terminated contracts'],
  ['WI660 WC660', '10', 'Interest on meter deposits, residential and small'],
  ['WI661 WC661', '10', 'Interest on meter deposits, general service'],
  ['WI662 WC662', '10', 'Interest on meter deposits, others'],
  ['WI663 WC663', '15', 'Interest on meter deposits, non-residential'],
  ['WI680 WC680', '5', 'Campaign purchases of political parties and candidates'],
  ['WC690', '1', 'Income payments to real estate investment trusts'],
  ['WI710 WC710', '15', 'Interest on other debt instruments'],
  ['WI720 WC720', '1', 'Purchases of locally produced raw sugar'],
  ['WI770 WC770', '1', 'Joint ventures to suppliers of goods'],
  ['WI780 WC780', '2', 'Joint ventures to suppliers of services'],
  ['WC790', '15', 'Share in the net income of joint ventures'],
]

// Codes 820 and 830 were created, and 760 dropped, on 10 April 2025 (RMO 18-2025).
const earlierRemittances: readonly Row[] = [
  ['WI760 WC760', '0.5', 'Remittances of electronic marketplaces to sellers (1% of one half)'],
]
const remittances: readonly Row[] = [
  ['WI820 WC820', '0.5', 'Remittances of electronic marketplaces to sellers (1% of one half)'],
  ['WI830 WC830', '0.5', 'Remittances of digital financial service providers to sellers (1% of one half)'],
]

/** Half of the rate on goods for wholesale, bought from their manufacturers and direct importers (RR 24-2025). */
const halvedGoods: readonly Row[] = [
  ['WI840 WC840', '0.5', 'Top withholding agents to manufacturers and importers of motor vehicles'],
  ['WI850 WC850', '0.5', 'Top withholding agents to manufacturers and importers of medicines'],
  ['WI860 WC860', '0.5', 'Top withholding agents to manufacturers and importers of fuels'],
]

/** The users and purposes of restricted codes (RR 31-2020; NIRC section 114(C)). */
const limits: readonly (readonly [
  codes: string,
  by: WithholdingCode['withheldBy'],
  paidFor: WithholdingCode['paidFor'],
])[] = [
  ['WI158 WC158', 'top_agent', 'goods'],
  ['WI160 WC160', 'top_agent', 'services'],
  ['WI640 WC640', 'government', 'goods'],
  ['WI157 WC157', 'government', 'services'],
  ['WI840 WC840 WI850 WC850 WI860 WC860', 'top_agent', 'goods'],
  ['WV080 WV090 WV100', 'anyone', 'services'],
  ['WV010', 'government', 'goods'],
  ['WV020', 'government', 'services'],
  ['WB080', 'government', 'either'],
]
/** VAT that a buyer withholds and remits with form 1600-VT; its certificate is form 2306. */
const withheldVat: readonly (readonly [code: string, description: string, validFrom: Day, source: string])[] = [
  ['WV080', 'VAT on digital services of non-residents, private buyers', '2025-03-13', 'RA 12023; RMO 13-2025'],
  ['WV090', 'VAT on digital services of non-residents, government offices', '2025-03-13', 'RA 12023; RMO 13-2025'],
  ['WV100', 'VAT on digital services sold by non-residents on marketplaces', '2025-03-13', 'RA 12023; RMO 13-2025'],
  ['WV110', 'VAT on local sales of registered business enterprises', '2025-02-27', 'RR 9-2025; RMO 27-2025'],
]
/** The codes by which customers usually withhold from a company. */
const usual: readonly string[] = ['WC010', 'WC011', 'WC100', 'WC157', 'WC158', 'WC160', 'WC640']

/** The codes of a new company; a changed rate is a further row, never an edit. */
export const standardWithholdingCodes: readonly WithholdingCode[] = [
  ...rowsOf(incomeTax, 'ewt', '2018-01-01', 'NIRC section 57(B); RR 2-98 as amended by RR 11-2018 and RR 31-2020'),
  ...rowsOf(earlierRemittances, 'ewt', '2024-07-15', 'RR 16-2023').map((row) => ({ ...row, validTo: '2025-04-09' })),
  ...rowsOf(remittances, 'ewt', '2025-04-10', 'RR 5-2025; RMO 18-2025'),
  ...rowsOf(halvedGoods, 'ewt', '2025-10-10', 'RR 24-2025'),
  ...finalRows.flatMap(([codes, percent, description, source, validFrom = '2018-01-01', validTo = null]) =>
    rowsOf([[codes, percent, description]], 'final', validFrom, source).map((row) => ({ ...row, validTo })),
  ),
  ...withheldVat.flatMap(([code, description, validFrom, source]) =>
    forBoth(code, '12', description, 'vat', source).map((row) => ({ ...row, validFrom })),
  ),
  ...forBoth(
    'WV010',
    '5',
    'VAT withheld by government offices, goods',
    'vat',
    'NIRC section 114(C) as amended by RA 10963',
  ),
  ...forBoth(
    'WV020',
    '5',
    'VAT withheld by government offices, services',
    'vat',
    'NIRC section 114(C) as amended by RA 10963',
  ),
  ...forBoth(
    'WB080',
    '3',
    'Percentage tax withheld by government offices',
    'percentage',
    'NIRC sections 114(C) and 116',
  ),
].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

function keyOf({ code, payee, validFrom }: WithholdingCode): string {
  return `${code} ${payee} ${validFrom}`
}

function useOf(code: string): Pick<WithholdingCode, 'withheldBy' | 'paidFor' | 'likely'> {
  const [, withheldBy = 'anyone', paidFor = 'either'] = limits.find(([codes]) => codes.includes(code)) ?? []
  return { withheldBy, paidFor, likely: usual.includes(code) }
}

/** A rate for smaller and one for larger incomes; the limit is 3 million for individuals, 720,000 for all others. */
function graded(digits: string, description: string): Row[] {
  const over = `${digits.slice(0, 2)}1`
  return [
    [`WI${digits}`, '5', `${description}, 3 million or less`],
    [`WI${over}`, '10', `${description}, over 3 million or VAT-registered`],
    [`WC${digits}`, '10', `${description}, 720,000 or less`],
    [`WC${over}`, '15', `${description}, over 720,000`],
  ]
}

function rowsOf(rows: readonly Row[], tax: WithholdingCode['tax'], validFrom: Day, source: string): WithholdingCode[] {
  return rows.flatMap(([codes, percent, description]) =>
    codes.split(' ').map((code) => ({
      code,
      payee: code.startsWith('WI') ? ('individual' as const) : ('non_individual' as const),
      description,
      rate: fraction(percent),
      tax,
      validFrom,
      validTo: null,
      source,
      ...useOf(code),
    })),
  )
}

function forBoth(
  code: string,
  percent: string,
  description: string,
  tax: WithholdingCode['tax'],
  source: string,
): WithholdingCode[] {
  return (['individual', 'non_individual'] as const).map((payee) => ({
    code,
    payee,
    description,
    rate: fraction(percent),
    tax,
    validFrom: '2018-01-01',
    validTo: null,
    source,
    ...useOf(code),
  }))
}

/** '0.02' for '2', '0.005' for '0.5'. */
function fraction(percent: string): string {
  const [whole = '0', decimals = ''] = percent.split('.')
  return `0.${whole.padStart(2, '0')}${decimals}`.replace(/0+$/, '')
}
