// Goals 9 and 23: the first hundred documents of the list of everything recorded, searches by any word of a document, and the list of
// the API, page by page.
import { addressOf } from '@talaan/contract/endpoint.ts'
import { listApiDocuments } from '@talaan/contract/api/resources.ts'
import { listTransactions } from '@talaan/contract/transactions.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { call } from '../../server/test/crash/people.ts'
import { tinOf } from '../load.ts'
import { drive, percentile } from '../measure.ts'
import { ms, times } from '../result.ts'
import type { Result } from '../result.ts'
import { read, reopen } from './reading.ts'
import type { ReadingSize, Sized } from './reading.ts'

const [maxMs, maxSearchMs, maxApiMs] = [5, 30, 6]

export async function listing(large: Sized, { rounds, requests }: ReadingSize): Promise<Result[]> {
  await using portal = await reopen(large)
  const { accountant, apiKey, documents: count } = large
  const page = (query: Record<string, string>) => call(portal.url, accountant, listTransactions, { query })
  const list = (query: Record<string, string>) => () =>
    read(portal.url + addressOf(listTransactions, {}, query), accountant)

  // A page of the list has fifty, so that the first hundred are two calls, one after the other.
  const first = await page({})
  const next = first.next ?? ''
  const pages = [list({}), list({ after: next })]
  const hundred = await medianOf(rounds, requests / 2, async () => {
    for (const ask of pages) await ask()
  })

  // One document from the middle of the books by its numbers, amount and customer; and words of many, all and no documents.
  const [sample] = (await page({ search: `L-${Math.round(count / 2)}` })).documents
  if (sample === undefined) throw new Error('The document to search for is not in the books.')
  const searches: Record<string, string> = {
    'its number': sample.number,
    'its printed number': `L-${Math.round(count / 2)}`,
    'its amount': formatMoney(BigInt(sample.total)),
    'a TIN': tinOf(17),
    'a customer': 'Sari-sari Kalinaw 103',
    'a word of every fourth document': 'kalinaw',
    'a word of every document': 'bond',
    'a word of none': 'zamboanga',
  }
  const found: [string, number][] = []
  for (const [what, search] of Object.entries(searches)) {
    const { documents } = await page({ search })
    if ((documents.length === 0) !== (what === 'a word of none')) throw new Error(`${what}, ${search}, is not found.`)
    found.push([what, await medianOf(rounds, Math.ceil(requests / 8), list({ search }))])
  }
  const key = { clientId: 'Bench', headers: { authorization: `Bearer ${apiKey}` } }
  const apiPages = (after?: string) => async () => {
    const { next } = await call(portal.url, key, listApiDocuments, { query: after === undefined ? {} : { after } })
    return (await call(portal.url, key, listApiDocuments, { query: { after: next ?? '' } })).next ?? undefined
  }
  const ofApi = (after?: string) => medianOf(rounds, requests / 4, async () => void (await apiPages(after)()))
  const first100 = await ofApi()
  let deep: string | undefined
  for (let walked = 0; walked < deepPages; walked += 2) deep = await apiPages(deep)()
  const later100 = await ofApi(deep)

  const [slowest, slowestMs] = found.reduce((a, b) => (b[1] > a[1] ? b : a))
  const engine = large.books.engine
  const of = count.toLocaleString('en')
  return [
    {
      goal: '9',
      what: `the first 100 documents of the list at ${of}, p50`,
      engine,
      floor: '',
      portal: ms(hundred),
      outcome: ms(hundred),
      bound: `≤ ${maxMs} ms`,
      met: hundred <= maxMs,
    },
    {
      goal: '9',
      what: `search by word, number, TIN or amount at ${of}, the slowest p50`,
      engine,
      floor: '',
      portal: found.map(([, each]) => ms(each)).join(', '),
      outcome: `${ms(slowestMs)}, ${slowest}`,
      bound: `≤ ${maxSearchMs} ms`,
      met: slowestMs <= maxSearchMs,
    },
    {
      goal: '23',
      what: `API: 100 documents at ${of}, p50`,
      engine,
      floor: '',
      portal: ms(first100),
      outcome: ms(first100),
      bound: `≤ ${maxApiMs} ms`,
      met: first100 <= maxApiMs,
    },
    {
      goal: '23',
      what: `the same after ${deepPages} pages`,
      engine,
      floor: '',
      portal: ms(later100),
      outcome: times(later100 / first100),
      bound: 'flat (≤ 1.2 ×)',
      met: later100 <= first100 * 1.2,
    },
  ]
}

const deepPages = 150

/** The median of all answers, after a few that do not count. */
async function medianOf(rounds: number, requests: number, ask: () => Promise<void>): Promise<number> {
  for (let i = 0; i < 5; i += 1) await ask()
  const { latencies } = await drive(
    1,
    Array.from({ length: Math.ceil(rounds * requests) }, () => ask),
  )
  return percentile(latencies, 50)
}
