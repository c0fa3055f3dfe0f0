import { ZipBuffer } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from './zip.ts'

const entries = [
  { name: 'sales-invoice-SI-2026-000001.pdf', bytes: new TextEncoder().encode('%PDF-1.7 one') },
  { name: 'Peñafrancia.pdf', bytes: new Uint8Array() },
]

test('a ZIP of vouchers has each file under its name', async () => {
  const archive = new ZipBuffer(await (await zip(entries)).arrayBuffer())
  const found = await Promise.all(
    [...archive].map(async ([name, entry]) => ({ name, bytes: new Uint8Array(await entry.content()) })),
  )
  expect(found).toEqual(entries)
})

test('the same vouchers make the same ZIP', async () => {
  const [one, other] = await Promise.all([zip(entries), zip(entries)])
  expect(await one.bytes()).toEqual(await other.bytes())
})
