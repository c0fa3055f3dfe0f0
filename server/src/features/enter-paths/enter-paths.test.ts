// Where Enter stops in a form: each person's own, stored on the server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEnterPath, maxEnterFields, saveEnterPath, type EnterPath } from '@talaan/contract/enter-paths.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let ana: Caller
beforeAll(async () => {
  portal = await openPortal()
  ana = await portal.signIn('ana')
})
afterAll(() => portal.close())

const save = (by: Caller, form: string, fields: EnterPath) =>
  by.call(saveEnterPath, { params: { form }, body: { fields } })
const path = async (by: Caller, form: string) => (await by.call(getEnterPath, { params: { form } })).answer.fields

test('the Enter path of a form is remembered for the person who set it, and the last one counts', async () => {
  expect(await path(ana, 'bills')).toEqual({})
  expect((await save(ana, 'bills', { email: 'pass' })).status).toBe(200)
  const fields: EnterPath = { day: 'pass', 'lines.account': 'stop' }
  expect((await save(ana, 'bills', fields)).status).toBe(200)
  expect(await path(ana, 'bills')).toEqual(fields)
  expect(await path(ana, 'invoice')).toEqual({})
  expect(await path(await portal.signIn('carla'), 'bills')).toEqual({})
})

test('forms and fields that do not exist are refused, and so are too many fields', async () => {
  expect((await save(ana, 'dashboard', {})).status).toBe(404)
  expect((await save(ana, 'invoice', { '<b>': 'pass' })).status).toBe(400)
  expect((await save(ana, 'invoice', { day: 'jump' as 'pass' })).status).toBe(400)
  const many = Object.fromEntries(Array.from({ length: maxEnterFields + 1 }, (_, at) => [`f${at}`, 'pass' as const]))
  expect((await save(ana, 'invoice', many)).status).toBe(400)
  expect(await path(ana, 'invoice')).toEqual({})
})
