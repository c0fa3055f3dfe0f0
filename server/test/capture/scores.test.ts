// A small, fixed part of the scores of docs/capture.md, so that a rule can't make reading worse unseen.
import { expect, test } from 'vitest'
import { families, invoiceOf } from './invoices.ts'
import { photoOf } from './photos.ts'
import { compared, pageOf, readBorn, readPicture } from './reading.ts'

const sound = { isAllRight: true, wrong: [], falselyProved: [], decoys: [] }

test('invoices as PDF are read completely, with no decoy and no false proof', async () => {
  for (const family of families)
    for (const seed of [101, 102]) {
      const invoice = await invoiceOf(seed, family)
      expect(compared(await readBorn(invoice.pdf), invoice), `${family} ${seed}`).toMatchObject(sound)
    }
})

test('a photograph in uneven light is read completely, and a blurred one is stopped', async () => {
  const invoice = await invoiceOf(305, 'booklet')
  const page = await pageOf(invoice.pdf)
  expect(compared(await readPicture(photoOf(page, 305, 'photograph')), invoice)).toMatchObject(sound)
  expect(await readPicture(photoOf(page, 305, 'bad photograph'))).toMatchObject({ isStopped: true, fields: [] })
})
