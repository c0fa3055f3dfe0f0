// Documents that are not invoices are recognized, and nothing of them is offered as a fact of an invoice.
import { expect, test } from 'vitest'
import type { Look } from './reading.ts'
import { bankStatement, certificate, ownReceipt, statementOfAccount } from './other-papers.ts'
import type { OtherPaper } from './other-papers.ts'
import { photoOf } from './photos.ts'
import { pageOf, readBorn, readPicture } from './reading.ts'

const seen = ({ kind, isOwn, fields }: Look) => ({
  kind,
  isOwn,
  fields: fields.map(({ name, value }) => [name, value]),
})
const wanted = ({ kind, isOwn, fields }: OtherPaper) => ({ kind, isOwn, fields })

test.each(Object.entries({ certificate, ownReceipt, statementOfAccount, bankStatement }))(
  '%s is recognized',
  async (_, paper) => {
    for (const seed of [501, 502]) {
      const one = await paper(seed)
      expect(seen(await readBorn(one.pdf)), String(seed)).toEqual(wanted(one))
    }
  },
)

test('the lines between the boxes of a scanned certificate do not hide the contents of the boxes', async () => {
  const one = await certificate(506)
  expect(seen(await readPicture(photoOf(await pageOf(one.pdf), 506, 'scan')))).toEqual(wanted(one))
})
