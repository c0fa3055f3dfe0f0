// Goal 19: suggested matches of 10,000 bank lines with 50,000 documents: 30,000 book lines of the account and 20,000 open
// invoices and bills. The rules alone, without a database; the first run counts like the others.
import { addDays } from '@talaan/ledger/core/date.ts'
import { standardRates } from '@talaan/ledger/tax/rates.ts'
import type { BankLine, BookLine, OpenDocument } from '@talaan/ledger/banking/matching/lines.ts'
import { nothingRemembered } from '@talaan/ledger/banking/matching/lines.ts'
import { suggest } from '@talaan/ledger/banking/matching/suggest.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import { median, randomFrom } from '../measure.ts'
import { ms } from '../result.ts'
import type { Result } from '../result.ts'

const count = { bank: 10_000, books: 30_000, open: 20_000 }

export function matching(rounds: number): Promise<Result[]> {
  const { bank, books, open } = office()
  const account = { code: '1031', name: 'Cash in bank', currency: 'PHP' }
  const taxes = {
    codes: standardWithholdingCodes,
    rates: standardRates,
    registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }] as const,
  }
  let right = 0
  const times = Array.from({ length: rounds }, () => {
    const begin = performance.now()
    const found = suggest({ account, bank, books, open, elsewhere: [], memory: nothingRemembered, taxes })
    const time = performance.now() - begin
    right = bank.filter((line, at) => found.get(line.id)?.[0]?.books[0] === books[at * 3]?.key).length
    return time
  })
  const slowest = Math.max(...times)
  return Promise.resolve([
    {
      goal: '19',
      what: '10,000 bank lines against 50,000 documents',
      engine: '' as const,
      floor: '',
      portal: `median ${ms(median(times))}`,
      outcome: `slowest ${ms(slowest)}`,
      bound: '≤ 1 s',
      met: slowest <= 1000,
    },
    {
      goal: '',
      what: 'of them suggested correctly',
      engine: '' as const,
      floor: '',
      portal: '',
      outcome: `${((right * 100) / bank.length).toFixed(1)}%`,
      bound: '≥ 95%',
      met: right >= bank.length * 0.95,
    },
  ])
}

/** Many equal amounts, as a shop has them; half of the lines repeat a number, the others a name. */
function office(): { bank: BankLine[]; books: BookLine[]; open: OpenDocument[] } {
  const random = randomFrom(19)
  const books = Array.from({ length: count.books }, (_, at): BookLine => {
    const amount = BigInt((random(2) === 0 ? -1 : 1) * (10_000 + random(40_000) * 25))
    const number = `CR-2026-${String(at).padStart(6, '0')}`
    return {
      key: `${at}/1`,
      day: addDays('2026-01-01', random(360)),
      amount,
      memo: '',
      otherSide: null,
      document: { id: `document-${at}`, kind: 'collection', number },
      references: [`FT${100_000 + at}`],
      chequeNo: at % 10 === 0 ? String(1_000_000 + at) : null,
      party: `${names[at % names.length]} Trading`,
    }
  })
  const bank = Array.from({ length: count.bank }, (_, at): BankLine => {
    const book = books[at * 3]
    if (book === undefined) throw new RangeError('Each line of the bank is a line of the books.')
    const description = at % 2 === 0 ? `TRANSFER ${book.references[0]}` : `CREDIT ${book.party.toUpperCase()}`
    return {
      id: `line-${at}`,
      day: addDays(book.day, random(4)),
      amount: book.amount,
      description,
      position: at + 1,
      reference: null,
      chequeNo: book.chequeNo,
    }
  })
  const open = Array.from({ length: count.open }, (_, at): OpenDocument => {
    const net = BigInt(100_000 + random(500_000) * 10)
    const vat = (net * 12n) / 100n
    return {
      documentId: `open-${at}`,
      number: `SI-2026-${String(at).padStart(6, '0')}`,
      dueDay: null,
      net,
      vat,
      day: addDays('2026-01-01', random(330)),
      open: net + vat,
      side: at % 2 === 0 ? 'payable' : 'receivable',
      partyId: `party-${at % 400}`,
      party: `${names[at % names.length]} Supply`,
      government: at % 20 === 0,
    }
  })
  return { bank, books, open }
}

const names = [
  'Mabuhay',
  'Bayani',
  'Silangan',
  'Tanglaw',
  'Luntian',
  'Haligi',
  'Kapatiran',
  'Sampaguita',
  'Lakbay',
  'Bituin',
]
