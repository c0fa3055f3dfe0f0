// Goal 8: the entries of an account over months as one file, compared with the statement that reads them from the database.
import { get } from 'node:http'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { printReport } from '@talaan/contract/reports.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import { firstDay } from '../load.ts'
import { inTurns, median } from '../measure.ts'
import { memoryOf } from '../place.ts'
import type { Books } from '../place.ts'
import { MB, ms, times } from '../result.ts'
import type { Result } from '../result.ts'
import { reopen } from './reading.ts'
import type { Sized } from './reading.ts'

/** In the large books these dates have as many lines of the account as a whole year of the books of the goal. */
const days = 150
const account = '1110'
const [from, to] = [firstDay, addDays(firstDay, days - 1)]

export async function exporting(large: Sized, forFloors: Books, rounds: number): Promise<Result[]> {
  await using db = await forFloors.open()
  await using portal = await reopen(large)
  const file = (until: string) =>
    portal.url + addressOf(printReport, { report: 'account-entries', format: 'csv' }, { account, from, to: until })
  const first: number[] = []
  let lines = 0
  const turns = await inTurns(rounds, {
    floor: async () => {
      const begin = performance.now()
      const { rows } = await db.pool.query(
        `select line.day, entry_no, position, number, kind, document.id,
           coalesce(nullif(line.memo, ''), entry.memo) as memo, debit, credit
         from line join entry on entry.no = entry_no join document on document.id = document_id
         where account = $1 and line.day between $2 and $3 order by line.day, entry_no, position`,
        [account, from, to],
      )
      lines = rows.length
      return single(performance.now() - begin)
    },
    file: async () => {
      const download = await saved(file(to), large.accountant.headers)
      first.push(download.first)
      // A heading, the balance brought forward and the closing balance.
      if (download.lines !== lines + 3) throw new Error(`The file has ${download.lines} lines, the account ${lines}.`)
      return single(download.whole)
    },
  })

  // Memory must not grow with the file: a fifth of the dates is compared with all of them.
  const peakMemory = async (until: string) => {
    let seen = 0
    const watch = setInterval(() => (seen = Math.max(seen, memoryOf(portal.pid))), 5)
    for (let i = 0; i < 3; i += 1) await saved(file(until), large.accountant.headers)
    clearInterval(watch)
    return seen
  }
  const short = await peakMemory(addDays(from, days / 5 - 1))
  const long = await peakMemory(to)

  const engine = large.books.engine
  const what = `${lines.toLocaleString('en')} lines of an account as CSV`
  const ratio = turns.p50('file', 'floor')
  const begun = median(first)
  return [
    {
      goal: '8',
      what: `${what}, compared with the SQL alone`,
      engine,
      floor: ms(turns.measured('floor').p50),
      portal: ms(turns.measured('file').p50),
      outcome: times(ratio),
      bound: '≤ 2 ×',
      met: ratio <= 2,
    },
    {
      goal: '8',
      what: 'the same, its first byte',
      engine,
      floor: '',
      portal: ms(begun),
      outcome: ms(begun),
      bound: '≤ 50 ms',
      met: begun <= 50,
    },
    {
      goal: '8',
      what: 'peak memory, compared with a fifth of the lines',
      engine,
      floor: MB(short),
      portal: MB(long),
      outcome: times(long / short),
      bound: 'flat (≤ 1.1 ×)',
      met: long / short <= 1.1,
    },
  ]
}

const single = (took: number) => ({ perSecond: 1000 / took, latencies: [took] })

/** How long it takes until the first byte and until the last, and how many lines there are. */
function saved(url: string, headers: Record<string, string>): Promise<{ first: number; whole: number; lines: number }> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}.`))
      let [first, lines] = [0, 0]
      answer.on('data', (part: Buffer) => {
        first ||= performance.now() - begin
        for (const byte of part) if (byte === 10) lines += 1
      })
      answer.on('end', () => resolve({ first, whole: performance.now() - begin, lines }))
      answer.on('error', reject)
    }).on('error', reject)
  })
}
