// Goal 3: a collection of one to three invoices, with an excess that becomes a credit, compared with the floor that stores one
// document. Then every acknowledged document is looked up in the books.
import { reviewDraft } from '@talaan/contract/documents.ts'
import { anInvoice, call, firstPassword, openOffice, record, review } from '../../server/test/crash/people.ts'
import type { Draft } from '../../server/test/crash/people.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import { drive, inTurns } from '../measure.ts'
import type { Engine, Place } from '../place.ts'
import { ms, perSecond, times } from '../result.ts'
import type { Result } from '../result.ts'
import { analyzed, counted, many, store } from './posting.ts'
import type { PostingSize } from './posting.ts'

export async function settling(place: Place, engine: Engine, { rounds, documents }: PostingSize): Promise<Result[]> {
  const books = await place.newBooks(engine, 'settling')
  const floorBooks = await place.newBooks(engine, 'settling_floor')
  await using floor = await startPortal(floorBooks.environment, {
    program: new URL('../floors/post.ts', import.meta.url),
  })
  await using portal = await startPortal({ ...books.environment, ADMIN_PASSWORD: firstPassword })
  const { people, partyId } = await openOffice(portal.url)
  const [, ben] = people
  const acknowledged = new Map<string, string>()
  const yes = async (draft: Draft) => {
    const { number, documentId } = await record(portal.url, ben, draft)
    acknowledged.set(draft.draftId, number)
    return documentId
  }

  let recorded = 0
  const anOpenInvoice = async () => {
    recorded += 1
    return yes(await review(portal.url, ben, anInvoice(partyId, `S-${recorded}`)))
  }
  let paid = 0
  /** Each invoice is 4,020.80; the last row pays 100.00 more. */
  const aPayment = async (): Promise<Draft> => {
    paid += 1
    const settled: string[] = []
    for (let row = 0; row <= paid % 3; row += 1) settled.push(await anOpenInvoice())
    const rows = settled.map((documentId, row) => ({
      documentId,
      pay: row === settled.length - 1 ? '412080' : '402080',
    }))
    const draftId = crypto.randomUUID()
    const fields = {
      partyId,
      day: '2026-03-16',
      account: '1031',
      method: 'transfer',
      reference: `BT-${paid}`,
      rows,
      email: 'accounts@bahaykubo.example',
    }
    const { digest } = await call(portal.url, ben, reviewDraft, {
      params: { draftId },
      body: { kind: 'collection', fields },
    })
    return { draftId, digest }
  }
  const payments = async (count: number): Promise<Draft[]> => {
    const drafts: Draft[] = []
    await drive(
      4,
      many(count, () => async () => void drafts.push(await aPayment())),
    )
    return drafts
  }

  const warmUp = Math.min(documents, 60)
  await drive(
    4,
    many(warmUp, () => () => store(floor.url)),
  )
  await drive(
    4,
    (await payments(warmUp)).map((draft) => () => yes(draft)),
  )
  if (engine === 'PostgreSQL') await Promise.all([books, floorBooks].map(analyzed))

  const turns = await inTurns(rounds, {
    floor: () =>
      drive(
        1,
        many(documents, () => () => store(floor.url)),
      ),
    // Invoices and reviews are made beforehand and not measured: this is the Yes alone.
    pay: async () => {
      const drafts = await payments(documents)
      return drive(
        1,
        drafts.map((draft) => () => yes(draft)),
      )
    },
  })
  portal.kill('SIGTERM')
  await portal.end()
  const [least, own] = [turns.measured('floor'), turns.measured('pay')]
  const rate = turns.rate('pay', 'floor')
  return [
    {
      goal: '3',
      what: 'record a collection of 1 to 3 invoices with an overpayment, 1 client',
      engine,
      floor: perSecond(least.perSecond),
      portal: perSecond(own.perSecond),
      outcome: times(rate),
      bound: '≥ 0.35 ×',
      met: rate >= 0.35,
    },
    {
      goal: '',
      what: 'the same, p50',
      engine,
      floor: ms(least.p50),
      portal: ms(own.p50),
      outcome: times(turns.p50('pay', 'floor')),
      bound: '',
      met: undefined,
    },
    await counted(books, acknowledged, '3'),
  ]
}
