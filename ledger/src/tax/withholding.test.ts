import { expect, test } from 'vitest'
import { standardChart, takesPurchases } from '../accounts/chart.ts'
import { standardExpenseTypes, usualTaxes } from '../accounts/expense-types.ts'
import { purchaseCategories, vatClasses } from './vat.ts'
import { standardWithholdingCodes } from './standard-codes.ts'
import { businessTaxCode, incomeTaxCodes, likelyCodes, taxWithheld, withholdingOn } from './withholding.ts'

const rate = (code: string, day = '2026-03-15', payee = code.startsWith('WI') ? 'individual' : 'non_individual') =>
  withholdingOn(day, payee as 'individual', code, standardWithholdingCodes)?.rate

test.each([
  ['WI010', '0.05'],
  ['WI011', '0.1'],
  ['WC010', '0.1'],
  ['WC011', '0.15'],
  ['WI050', '0.05'],
  ['WC051', '0.15'],
  ['WI100', '0.05'],
  ['WC100', '0.05'],
  ['WI120', '0.02'],
  ['WC120', '0.02'],
  ['WC140', '0.15'],
  ['WI150', '0.1'],
  ['WI151', '0.05'],
  ['WI156', '0.005'],
  ['WC158', '0.01'],
  ['WC160', '0.02'],
  ['WC640', '0.01'],
  ['WC820', '0.005'],
])('%s withholds %s', (code, expected) => expect(rate(code)).toBe(expected))

test.each([
  // RR 16-2023 until RMO 18-2025 dropped the code; 1% of one half of the remittance.
  ['WC760', '2024-07-14', undefined],
  ['WC760', '2024-07-15', '0.005'],
  ['WI760', '2025-04-09', '0.005'],
  ['WC760', '2025-04-10', undefined],
  // RMO 18-2025.
  ['WC820', '2025-04-09', undefined],
  ['WC820', '2025-04-10', '0.005'],
  ['WI830', '2025-04-10', '0.005'],
  // RR 24-2025.
  ['WC840', '2025-10-09', undefined],
  ['WC840', '2025-10-10', '0.005'],
  ['WI850', '2025-10-10', '0.005'],
  ['WC860', '2025-10-10', '0.005'],
  // RMO 13-2025.
  ['WV080', '2025-03-12', undefined],
  ['WV080', '2025-03-13', '0.12'],
  ['WV110', '2025-12-01', '0.12'],
])('%s on %s withholds %s', (code, day, expected) => expect(rate(code, day)).toBe(expected))

test('top withholding agents are offered the halved rate only from its date', () => {
  const offered = (day: string, topAgentFrom: string | null) =>
    incomeTaxCodes({ day, payee: 'non_individual', topAgentFrom }, standardWithholdingCodes)
      .map(({ code }) => code)
      .filter((code) => ['WC760', 'WC820', 'WC830', 'WC840', 'WC850', 'WC860'].includes(code))
  expect(offered('2025-04-09', '2024-01-01')).toEqual(['WC760'])
  expect(offered('2025-10-09', '2024-01-01')).toEqual(['WC820', 'WC830'])
  expect(offered('2025-10-10', '2024-01-01')).toEqual(['WC820', 'WC830', 'WC840', 'WC850', 'WC860'])
  expect(offered('2025-10-10', null)).toEqual(['WC820', 'WC830'])
})

test('a code applies to its type of payee, and no code exists before the table begins', () => {
  expect(rate('WC120', '2026-03-15', 'individual')).toBeUndefined()
  expect(rate('WI120', '2017-12-31')).toBeUndefined()
  expect(rate('WI120', '2018-01-01')).toBe('0.02')
  expect(rate('WV010', '2026-03-15', 'individual')).toBe('0.05')
  expect(rate('WV010', '2026-03-15', 'non_individual')).toBe('0.05')
})

test('a changed rate is a further row: each date has its rate', () => {
  const [old] = standardWithholdingCodes.filter(({ code }) => code === 'WC120')
  if (old === undefined) throw new Error('There is no WC120.')
  const codes = [
    { ...old, validTo: '2026-06-30' },
    { ...old, rate: '0.03', validFrom: '2026-07-01' },
  ]
  expect(withholdingOn('2026-06-30', 'non_individual', 'WC120', codes)?.rate).toBe('0.02')
  expect(withholdingOn('2026-07-01', 'non_individual', 'WC120', codes)?.rate).toBe('0.03')
  const open = [old, { ...old, rate: '0.03', validFrom: '2026-07-01' }]
  expect(withholdingOn('2026-07-01', 'non_individual', 'WC120', open)?.rate).toBe('0.03')
})

test('every row has a code, a rate below one and its source, and no two rows are equal', () => {
  for (const { code, rate: fraction, source, description } of standardWithholdingCodes) {
    expect(code).toMatch(/^[A-Z]{2}\d{3}$/)
    expect(fraction).toMatch(/^0\.\d{1,3}$/)
    expect(source.length).toBeGreaterThan(5)
    expect(description.length).toBeLessThanOrEqual(80)
  }
  const keys = standardWithholdingCodes.map(({ code, payee, validFrom }) => `${code} ${payee} ${validFrom}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('only top withholding agents are offered their codes, and no agent those of the government', () => {
  const offered = (topAgentFrom: string | null) =>
    incomeTaxCodes({ day: '2026-03-15', payee: 'non_individual', topAgentFrom }, standardWithholdingCodes).map(
      ({ code }) => code,
    )
  expect(offered(null)).not.toContain('WC158')
  expect(offered('2026-03-15')).toEqual(expect.arrayContaining(['WC158', 'WC160']))
  expect(offered('2026-03-16')).not.toContain('WC160')
  expect(offered('2020-01-01').filter((code) => /^(WI|WV|WB|WC157|WC640)/.test(code))).toEqual([])
})

test('the payer, purpose and usual use of a code come from the row in force on the date', () => {
  const from = '2026-07-01'
  const codes = standardWithholdingCodes.flatMap((row) => {
    const next = { ...row, validFrom: from, source: 'RR 99-2026' }
    if (row.code === 'WC120') return [row, { ...next, withheldBy: 'top_agent' as const, likely: true }]
    if (row.code === 'WC157') return [row, { ...next, paidFor: 'goods' as const }]
    return [row]
  })
  const offered = (day: string, topAgentFrom: string | null) =>
    incomeTaxCodes({ day, payee: 'non_individual', topAgentFrom }, codes).some((row) => row.code === 'WC120')
  expect([offered('2026-06-30', null), offered(from, null), offered(from, from)]).toEqual([true, false, true])
  const likely = (day: string, government: boolean) => likelyCodes({ day, government }, codes).map((row) => row.code)
  expect(likely('2026-06-30', false)).toEqual(['WC010', 'WC011', 'WC100', 'WC158', 'WC160'])
  expect(likely(from, false)).toContain('WC120')
  expect(likely(from, true)).toEqual(['WC157', 'WC640'])
  const business = (day: string, incomeAtc: string | null, vatRegistered = true) =>
    businessTaxCode({ day, vatRegistered, incomeAtc }, codes)?.code
  expect(business('2026-06-30', 'WC157')).toBe('WV020')
  expect(business(from, 'WC157')).toBe('WV010')
  expect([business(from, null), business(from, 'WC640', false)]).toEqual(['WV010', 'WB080'])
  expect(business('2017-12-31', null)).toBeUndefined()
})

test('tax withheld is rounded half up to the centavo', () => {
  expect(taxWithheld(10_000_000n, '0.02')).toBe(200_000n)
  expect(taxWithheld(25n, '0.02')).toBe(1n)
  expect(taxWithheld(24n, '0.02')).toBe(0n)
})

test('every type of expense has an account for purchases and existing codes', () => {
  const accounts = new Map(standardChart.filter(({ active }) => active).map((account) => [account.code, account]))
  expect(standardExpenseTypes.length).toBeGreaterThanOrEqual(41)
  for (const type of standardExpenseTypes) {
    const account = accounts.get(type.account)
    expect(account && takesPurchases(account), type.code).toBe(true)
    expect(type.code).toMatch(/^[a-z0-9_]{2,40}$/)
    expect(vatClasses).toContain(type.vatClass)
    expect(purchaseCategories).toContain(type.category)
    if (type.atcIndividual !== null) expect(rate(type.atcIndividual), type.code).toBeDefined()
    if (type.atcNonIndividual !== null) expect(rate(type.atcNonIndividual), type.code).toBeDefined()
  }
})

test('the usual code depends on the supplier, the date and the company', () => {
  const type = (code: string) => standardExpenseTypes.find((standard) => standard.code === code)!
  const day = '2026-03-15'
  const company = { vatRegistered: true, topAgentFrom: null }
  const agency = { kind: 'non_individual', vatStatus: 'vat', noTin: '' } as const
  expect(usualTaxes(type('security'), { day, payee: agency, company })).toEqual({
    vatClass: 'vatable',
    category: 'services',
    atc: 'WC120',
  })
  const lessor = { kind: 'individual', vatStatus: 'non_vat', noTin: '' } as const
  expect(usualTaxes(type('office_rent'), { day, payee: lessor, company })).toMatchObject({
    vatClass: 'not_subject',
    atc: 'WI100',
  })
  expect(usualTaxes(type('office_supplies'), { day, payee: agency, company }).atc).toBeNull()
  const enterprise = { ...lessor, kind: 'non_individual', registeredEnterprise: true } as const
  expect(usualTaxes(type('security'), { day, payee: enterprise, company })).toEqual({
    vatClass: 'vatable',
    category: 'services',
    atc: 'WV110',
  })
  expect(usualTaxes(type('security'), { day: '2025-02-26', payee: enterprise, company })).toMatchObject({
    vatClass: 'not_subject',
    atc: 'WC120',
  })
  const withoutTin = { kind: 'individual', vatStatus: 'unknown', noTin: 'individual' } as const
  expect(usualTaxes(type('security'), { day, payee: withoutTin, company })).toEqual({
    vatClass: 'not_subject',
    category: 'services',
    atc: null,
  })
  const topAgent = { ...company, topAgentFrom: '2026-01-01' }
  expect(usualTaxes(type('office_supplies'), { day, payee: agency, company: topAgent }).atc).toBe('WC158')
  expect(usualTaxes(type('audit'), { day, payee: undefined, company })).toMatchObject({
    vatClass: 'not_subject',
    atc: null,
  })
})
