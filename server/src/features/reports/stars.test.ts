import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addReportStar, listReportStars, removeReportStar } from '@talaan/contract/report-list.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'

let here: Portal
beforeAll(async () => void (here = await openPortal()))
beforeEach(() => here.reset())
afterAll(() => here.close())

test('each accountant has favorite reports of their own, starred once and removed again', async () => {
  const ben = await here.signIn('ben')
  const star = (report: string) => ben.call(addReportStar, { params: { report } })
  const stars = async () => (await ben.call(listReportStars)).answer.reports
  for (const report of ['financialreport-balance-sheet', 'financialreport', 'financialreport-balance-sheet'])
    expect((await star(report)).status).toBe(200)
  expect((await star('nowhere')).status).toBe(400)
  expect((await stars()).toSorted()).toEqual(['financialreport', 'financialreport-balance-sheet'])
  const params = { report: 'financialreport' }
  expect((await ben.call(removeReportStar, { params })).status).toBe(200)
  expect(await stars()).toEqual(['financialreport-balance-sheet'])
  for (const name of ['ana', 'carla'] as const) {
    const other = await here.signIn(name)
    expect((await other.call(addReportStar, { params })).status).toBe(403)
    expect((await other.call(listReportStars)).status).toBe(403)
  }
})
