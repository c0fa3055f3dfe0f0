// The columns of lists: each person's own, stored on the server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnWidths, getListSettings, type ListSetting, saveListSetting } from '@talaan/contract/list-settings.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let ana: Caller
beforeAll(async () => {
  portal = await openPortal()
  ana = await portal.signIn('ana')
})
afterAll(() => portal.close())

const save = (by: Caller, list: string, setting: ListSetting) =>
  by.call(saveListSetting, { params: { list: list as 'invoice' }, body: setting })
const settings = async (by: Caller) => (await by.call(getListSettings)).answer.lists
const number = { key: 'number', isShown: true, width: null }

test('lists, columns and widths that do not exist are refused', async () => {
  expect((await save(ana, 'dashboard', { columns: [], isSplit: false })).status).toBe(400)
  for (const wrong of [
    { ...number, width: columnWidths.least - 1 },
    { ...number, width: columnWidths.most + 1 },
    { ...number, width: 100.5 },
    { ...number, key: '<b>' },
  ])
    expect((await save(ana, 'invoice', { columns: [wrong], isSplit: false })).status, JSON.stringify(wrong)).toBe(400)
  const many = Array.from({ length: 31 }, () => number)
  expect((await save(ana, 'invoice', { columns: many, isSplit: false })).status).toBe(400)
  expect(await settings(ana)).toEqual([])
})

test('the columns of a list are remembered for the person who chose them, and the last choice counts', async () => {
  const columns = [{ key: 'total', isShown: true, width: 140 }, number, { key: 'due', isShown: false, width: null }]
  expect((await save(ana, 'invoice', { columns: [number], isSplit: false })).status).toBe(200)
  expect((await save(ana, 'invoice', { columns, isSplit: true })).status).toBe(200)
  expect((await save(ana, 'transactions', { columns: [], isSplit: false })).status).toBe(200)
  expect(await settings(ana)).toEqual([
    { list: 'invoice', columns, isSplit: true },
    { list: 'transactions', columns: [], isSplit: false },
  ])
  expect(await settings(await portal.signIn('carla'))).toEqual([])
})
