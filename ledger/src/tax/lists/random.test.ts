// Properties for any names and amounts: files read back, and alphalist, certificates and posted lines have the same
// totals.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centavos, readAlphalist, readRelief } from '../../../test/dat-reader.ts'
import { company, sample, taxLine } from '../../../test/taxpayers.ts'
import { sum } from '../../core/money.ts'
import { standardWithholdingCodes } from '../standard-codes.ts'
import { certificatesOf } from '../certificates/form2307.ts'
import { annualFile, qapFile } from './alphalist.ts'
import { salesFile } from './relief.ts'
import { salesByCustomer, withheldByPayee } from './summaries.ts'
import type { Listed } from './taxpayer.ts'

const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.lorem({ maxCount: 12 }))
const party: fc.Arbitrary<Listed> = fc
  .record({ at: fc.nat(8), person: fc.boolean(), one: name, two: name, branch: fc.nat(3), street: name, city: name })
  .map(({ at, person, one, two, branch, street, city }) => {
    const names = person ? { registeredName: '', lastName: one, firstName: two } : { registeredName: one }
    return company(`party-${at}-${branch}`, one, `10000000${at + 1}`, {
      kind: person ? 'individual' : 'non_individual',
      branchCode: `0000${branch}`,
      ...names,
      address: { substreet: '', street, barangay: '', city, province: '', zip: '1000' },
    })
  })
const amount = fc.bigInt({ min: -50_000_00n, max: 1_000_000_00n })
const day = fc.constantFrom('2026-04-01', '2026-05-15', '2026-06-30')

test('random sales read back with their totals', () => {
  const sale = fc.record({ party, base: amount, vatClass: fc.constantFrom('vatable', 'exempt', 'zero_rated') })
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 20 }), (given) => {
      const lines = given.map(({ party: of, base, vatClass }) =>
        taxLine(of, { tax: { vatClass, base, vat: vatClass === 'vatable' ? base / 10n : 0n } }),
      )
      const { head } = readRelief(
        salesFile({ filer: sample, month: '2026-06', rows: salesByCustomer(lines).rows }).text,
      )
      const figures = ['exempt', 'zeroRated', 'taxable'].map((figure) => centavos(head[figure] ?? ''))
      expect(sum(figures)).toBe(sum(given.map(({ base }) => base)))
    }),
    { numRuns: 500 },
  )
})

test('the alphalists, the certificates and the posted lines of a quarter have the same totals', () => {
  const withheld = fc.record({ party, base: amount, day, atc: fc.constantFrom('WC120', 'WI011', 'WC158', 'WC100') })
  fc.assert(
    fc.property(fc.array(withheld, { maxLength: 30 }), (given) => {
      const lines = given.map(({ party: of, base, day: on, atc }) =>
        taxLine(of, { day: on, account: '2140', withheld: { atc, rate: '0.02', base, tax: base / 50n } }),
      )
      const posted = sum(given.map(({ base }) => base / 50n))
      const rows = withheldByPayee(lines)
      const { control } = readAlphalist(qapFile({ filer: sample, quarter: '2026-04', rows }).text)
      expect(centavos(control['tax'] ?? '')).toBe(posted)
      expect(centavos(readAlphalist(annualFile({ filer: sample, year: 2026, rows }).text).control['tax'] ?? '')).toBe(
        posted,
      )
      const certificates = certificatesOf({ quarter: '2026-04', filer: sample, lines, codes: standardWithholdingCodes })
      // A payee without remaining withheld tax gets no certificate, and is negative in the list.
      const without = [...Map.groupBy(lines, ({ party: of }) => of?.id).values()]
        .map((own) => sum(own.map((line) => line.withheld?.tax ?? 0n)))
        .filter((tax) => tax <= 0n)
      expect(sum(certificates.map(({ tax }) => tax)) + sum(without)).toBe(posted)
    }),
    { numRuns: 2000 },
  )
})
