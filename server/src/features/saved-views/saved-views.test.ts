import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listViews, removeView, savedViewLimit, saveView } from '@talaan/contract/saved-views.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

const save = (
  name: string,
  address = '/financialreport/cash-flow?compare=year',
  viewId: string = crypto.randomUUID(),
) => ben.call(saveView, { params: { viewId }, body: { name, address } })
const views = async (by = ben) => (await by.call(listViews)).answer.views

test('a view is saved under its name, once even if sent repeatedly, and can be deleted', async () => {
  const id = crypto.randomUUID()
  expect((await save('Cash, year on year', undefined, id)).status).toBe(200)
  expect((await save('Cash, year on year', undefined, id)).status).toBe(200)
  await save('balance', '/financialreport/balance-sheet')
  const [first, second] = await views()
  expect([first?.name, second]).toEqual([
    'balance',
    { id, name: 'Cash, year on year', address: '/financialreport/cash-flow?compare=year', shared: false, by: null },
  ])
  await ben.call(removeView, { params: { viewId: id } })
  expect((await views()).map(({ name }) => name)).toEqual(['balance'])
})

test('a name is used once, unknown addresses are refused, and the number of views is limited', async () => {
  await save('Months')
  expect((await save('months')).body).toMatchObject({ code: 'views.taken' })
  for (const address of [
    '/dashboard',
    'https://example.com/financialreport',
    '/financialreportage',
    '/financialreport/<b>',
  ])
    expect((await save('Elsewhere', address)).status, address).toBe(400)
  await Promise.all(Array.from({ length: savedViewLimit + 5 }, (_, i) => save(`View ${i}`)))
  expect(await views()).toHaveLength(savedViewLimit)
  expect((await save('One more')).body).toMatchObject({ code: 'views.tooMany' })
})

test('everyone saves filters of lists; a view of another user cannot be seen, overwritten or deleted', async () => {
  const id = crypto.randomUUID()
  await save('Mine', undefined, id)
  for (const name of ['ana', 'carla'] as const) {
    const other = await here.signIn(name)
    const theirs = (viewId: string, address: string) =>
      other.call(saveView, { params: { viewId }, body: { name: 'Late', address } })
    expect((await theirs(crypto.randomUUID(), '/invoice?status=overdue&order=total')).status).toBe(200)
    expect((await theirs(crypto.randomUUID(), '/invoice/new')).status).toBe(400)
    await theirs(id, '/transactions')
    expect((await other.call(removeView, { params: { viewId: id } })).status).toBe(200)
    expect((await views(other)).map(({ address }) => address)).toEqual(['/invoice?status=overdue&order=total'])
  }
  expect((await views()).map(({ name, address }) => [name, address])).toEqual([
    ['Mine', '/financialreport/cash-flow?compare=year'],
  ])
})

test('a shared filter is offered to everyone with the name of its owner, who alone can delete it', async () => {
  const viewId = crypto.randomUUID()
  const body = { name: 'Late invoices', address: '/invoice?status=overdue', shared: true }
  await ben.call(saveView, { params: { viewId }, body })
  const ana = await here.signIn('ana')
  await ana.call(saveView, { params: { viewId: crypto.randomUUID() }, body: { ...body, shared: false } })
  expect((await views(ana)).map(({ name, by, shared }) => [name, by, shared])).toEqual([
    ['Late invoices', null, false],
    ['Late invoices', 'ben', true],
  ])
  await ana.call(removeView, { params: { viewId } })
  expect((await views()).map(({ id, by }) => [id, by])).toEqual([[viewId, null]])
  await ben.call(removeView, { params: { viewId } })
  expect((await views(ana)).map(({ by }) => by)).toEqual([null])
})
