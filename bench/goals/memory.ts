// Goal 20: memory of the embedded portal at rest, and whether it grows over days of mixed work.
import { getDocument, listDocuments, printVoucher } from '@talaan/contract/documents.ts'
import { printReport, viewReport } from '@talaan/contract/reports.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { anInvoice, ask, call, record, registerCustomer, review } from '../../server/test/crash/people.ts'
import { pause, startPortal } from '../../server/test/crash/portal.ts'
import { drive, median } from '../measure.ts'
import { memoryOf } from '../place.ts'
import type { Books, Place } from '../place.ts'
import { MB } from '../result.ts'
import type { Result } from '../result.ts'
import { reopen } from './reading.ts'
import type { Sized } from './reading.ts'

const limit = 350e6
/** The heap takes some days to settle; after that, a third of the days is compared with the third before. */
const days = 12
const third = days / 3

export async function memory(place: Place, large: Sized, invoicesADay: number): Promise<Result[]> {
  const books = await place.newBooks('embedded', 'resting')
  const atFirst = await atRest(books)
  const atStart = await atRest(books)

  await using portal = await reopen(large)
  await pause(5_000)
  const settled = memoryOf(portal.pid)
  const endsOfDay: number[] = []
  const partyId = await registerCustomer(portal.url, large.accountant)
  for (let day = 0; day < days; day += 1) {
    await work(portal.url, large, partyId, day, invoicesADay)
    await pause(2_000)
    endsOfDay.push(memoryOf(portal.pid))
  }
  const before = median(endsOfDay.slice(third, 2 * third))
  const after = median(endsOfDay.slice(-third))
  const growth = after / before
  const many = large.documents.toLocaleString('en')
  return [
    {
      goal: '20',
      what: 'memory at rest, new books',
      engine: 'embedded',
      floor: '',
      portal: MB(atStart),
      outcome: MB(atStart),
      bound: '≤ 350 MB',
      met: atStart <= limit,
    },
    {
      goal: '',
      what: 'the same after the very first start, which creates the database',
      engine: 'embedded',
      floor: '',
      portal: MB(atFirst),
      outcome: '',
      bound: '',
      met: undefined,
    },
    {
      goal: '20',
      what: `memory at rest, ${many} documents`,
      engine: 'embedded',
      floor: '',
      portal: MB(settled),
      outcome: MB(settled),
      bound: '≤ 350 MB',
      met: settled <= limit,
    },
    {
      goal: '20',
      what: `after ${days} days of mixed work, compared with the days before`,
      engine: 'embedded',
      floor: MB(before),
      portal: MB(after),
      outcome: `${growth.toFixed(2)} ×`,
      bound: 'no growth (≤ 1.05 ×)',
      met: growth <= 1.05,
    },
  ]
}

async function atRest({ environment }: Books): Promise<number> {
  await using portal = await startPortal(environment)
  await pause(5_000)
  return memoryOf(portal.pid)
}

/** The work of five people in a day within seconds: invoices, lists, reports on screen and as files, vouchers. */
async function work(url: string, { accountant }: Sized, partyId: string, day: number, invoices: number): Promise<void> {
  const download = async (address: string) => {
    const { status } = await ask(url + address, { method: 'GET', headers: accountant.headers })
    if (status !== 200) throw new Error(`${address} answered ${status}.`)
  }
  const jobs = Array.from({ length: invoices }, (_, i) => async () => {
    const { documentId } = await record(
      url,
      accountant,
      await review(url, accountant, anInvoice(partyId, `D-${day}-${i}`)),
    )
    await call(url, accountant, getDocument, { params: { documentId } })
    if (i % 3 === 0) await call(url, accountant, listDocuments, { query: { kind: 'invoice' } })
    if (i % 5 === 0) await call(url, accountant, viewReport, { params: { report: 'trial-balance' } })
    if (i % 5 === 1)
      await call(url, accountant, viewReport, { params: { report: 'account-entries' }, query: { account: '1110' } })
    if (i % 10 === 2) await download(addressOf(printVoucher, { documentId }))
    if (i % 25 === 3)
      await download(
        addressOf(printReport, { report: 'trial-balance', format: (['xlsx', 'pdf', 'csv'] as const)[i % 3] ?? 'csv' }),
      )
  })
  await drive(5, jobs)
}
