// Goals 1 and 2: recording an invoice over HTTP, compared with a server that stores similar rows and checks nothing.
// Then every acknowledged document is looked up in the books: a rate with lost documents doesn't count.
import { verify } from '../../server/src/books/verify/verify.ts'
import { anInvoice, ask, firstPassword, openOffice, record, review } from '../../server/test/crash/people.ts'
import type { Draft, Person } from '../../server/test/crash/people.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import { drive, inTurns } from '../measure.ts'
import type { Books, Engine, Place } from '../place.ts'
import { ms, perSecond, times } from '../result.ts'
import type { Result } from '../result.ts'

export type PostingSize = { rounds: number; documents: number }

export async function posting(
  place: Place,
  engine: Engine,
  clients: number[],
  { rounds, documents }: PostingSize,
): Promise<Result[]> {
  const books = await place.newBooks(engine, 'posting')
  const floorBooks = await place.newBooks(engine, 'posting_floor')
  await using floor = await startPortal(floorBooks.environment, {
    program: new URL('../floors/post.ts', import.meta.url),
  })
  await using portal = await startPortal({ ...books.environment, ADMIN_PASSWORD: firstPassword })
  const { people, partyId } = await openOffice(portal.url)
  const office: Office = { url: portal.url, people, partyId, acknowledged: new Map(), documents: 0 }

  const results: Result[] = []
  await warmUp(office, floor.url)
  if (engine === 'PostgreSQL') await Promise.all([books, floorBooks].map(analyzed))
  for (const count of clients) {
    let drafts: Reviewed[] = []
    const turns = await inTurns(rounds, {
      floor: () =>
        drive(
          count,
          many(documents, () => () => store(floor.url)),
        ),
      // Reviewed beforehand and not measured: this is the Yes alone.
      record: async () => {
        drafts = []
        await drive(
          4,
          many(documents, () => async () => void drafts.push(await reviewed(office))),
        )
        return drive(
          count,
          drafts.map((draft) => () => confirm(office, draft)),
        )
      },
      both: () =>
        drive(
          count,
          many(documents, () => async () => confirm(office, await reviewed(office))),
        ),
    })
    const [least, yes, both] = [turns.measured('floor'), turns.measured('record'), turns.measured('both')]
    const who = count === 1 ? '1 client' : `${count} clients`
    const rate = turns.rate('record', 'floor')
    const goal = count === 1 ? '1' : engine === 'PostgreSQL' ? '2' : ''
    const least50 = count === 1 ? 0.5 : 0.4
    const row = (given: Partial<Result>): Result => ({
      goal,
      what: '',
      engine,
      bound: '',
      met: undefined,
      floor: '',
      portal: '',
      outcome: '',
      ...given,
    })
    results.push(
      row({
        what: `record an invoice, ${who}`,
        floor: perSecond(least.perSecond),
        portal: perSecond(yes.perSecond),
        outcome: times(rate),
        ...(goal !== '' && { bound: `≥ ${least50} ×`, met: rate >= least50 }),
      }),
    )
    const half = turns.p50('record', 'floor')
    if (count === 1) {
      results.push(
        row({
          what: `the same, p50`,
          floor: ms(least.p50),
          portal: ms(yes.p50),
          outcome: times(half),
          bound: '≤ 2 ×',
          met: half <= 2,
        }),
      )
    } else {
      const tail = yes.p99 / least.p99
      results.push(
        row({
          what: `the same, p99`,
          floor: ms(least.p99),
          portal: ms(yes.p99),
          outcome: times(tail),
          ...(goal !== '' && { bound: '≤ 2 ×', met: tail <= 2 }),
        }),
      )
    }
    results.push(
      row({
        goal: '',
        what: `review and record, ${who}`,
        floor: perSecond(least.perSecond),
        portal: perSecond(both.perSecond),
        outcome: times(turns.rate('both', 'floor')),
      }),
    )
  }

  portal.kill('SIGTERM')
  await portal.end()
  results.push(await counted(books, office.acknowledged, '2'))
  return results
}

// ── Clients.

type Reviewed = Draft & { person: Person }
type Office = {
  url: string
  people: [Person, Person]
  partyId: string
  acknowledged: Map<string, string>
  documents: number
}

async function reviewed(office: Office): Promise<Reviewed> {
  office.documents += 1
  const person = office.people[office.documents % 2 === 0 ? 0 : 1]
  return { ...(await review(office.url, person, anInvoice(office.partyId, `B-${office.documents}`))), person }
}

async function confirm({ url, acknowledged }: Office, draft: Reviewed): Promise<void> {
  const { number, already } = await record(url, draft.person, draft)
  if (already) throw new Error(`Draft ${draft.draftId} was recorded once and acknowledged as if twice.`)
  acknowledged.set(draft.draftId, number)
}

const floorBody = JSON.stringify({
  party: 'Bahay Kubo Trading Inc.',
  externalNo: 'B-1',
  day: '2026-03-16',
  total: '402080',
  lines: [
    { description: 'Bond paper, A4, 70 gsm', quantity: '12', unitPrice: '24500', amount: '294000', account: '4010' },
    {
      description: 'Delivery within Metro Manila',
      quantity: '1',
      unitPrice: '65000',
      amount: '65000',
      account: '4020',
    },
  ],
  moves: [
    { account: '1110', debit: '402080', credit: '0' },
    { account: '4010', debit: '0', credit: '294000' },
    { account: '4020', debit: '0', credit: '65000' },
    { account: '2110', debit: '0', credit: '43080' },
  ],
})

export async function store(url: string): Promise<void> {
  const { status, text } = await ask(`${url}/documents`, { method: 'POST', body: floorBody })
  if (status !== 200) throw new Error(`The floor answered ${status}: ${text}`)
}

/** Runs both servers once before anything counts. */
async function warmUp(office: Office, floorUrl: string): Promise<void> {
  await drive(
    4,
    many(150, () => () => store(floorUrl)),
  )
  await drive(
    4,
    many(150, () => async () => confirm(office, await reviewed(office))),
  )
}

/** A server learns the sizes of new tables within its first minute; the bench does not wait that long. */
export async function analyzed(books: Books): Promise<void> {
  await using db = await books.open()
  await db.pool.query('analyze')
}

export const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

// ── The books afterwards.

export async function counted(books: Books, acknowledged: Map<string, string>, goal: string): Promise<Result> {
  await using db = await books.open()
  const { checks, sound } = await verify(db.kysely)
  const stored = await db.kysely.selectFrom('document').select(['draft_id', 'number']).execute()
  const lost = acknowledged.size - stored.filter(({ draft_id, number }) => acknowledged.get(draft_id) === number).length
  const extra = stored.length - acknowledged.size
  const wrong = checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name)
  return {
    goal,
    what: 'after the load: every acknowledged document is stored once, without a gap; verify',
    engine: books.engine,
    floor: '',
    portal: `${stored.length} stored`,
    outcome: `${lost} lost, ${extra} extra${wrong.length === 0 ? ', verified' : `; wrong: ${wrong.join('; ')}`}`,
    bound: 'none',
    mustHold: true,
    met: lost === 0 && extra === 0 && sound,
  }
}
