// Payroll in the browser: an employee is added, a register is pasted from a spreadsheet and recorded, and the lists and the year show it.
import { saveEmployee } from '@talaan/contract/payroll.ts'
import { dayInManila, formatDay, monthOf } from '@talaan/ledger/core/date.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { fillIn, openForm } from './fixtures/office.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a payroll register is pasted from a spreadsheet, reviewed with its entry, and recorded', async ({
  page,
  portal,
  setSession,
}) => {
  const ben = await setSession(page, 'ben')
  const diaz = { lastName: 'Diaz', firstName: 'Ben', tin: '', hiredOn: '2024-01-02', minimumWage: true }
  const sent = await callAs(portal, ben, asAny(saveEmployee), {
    params: { code: 'E-002' },
    body: { was: null, now: diaz },
  })
  expect(sent.status).toBe(200)

  await page.goto('/payroll/employees')
  await page.getByRole('button', { name: 'Add employee' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add employee' })
  await expect(dialog.getByLabel('Employee number')).toBeFocused()
  for (const [label, value] of [
    ['Employee number', 'E-001'],
    ['Last name', 'Cruz'],
    ['First name', 'Ana'],
    ['TIN', '123-456-789'],
    ['Date hired', '2024-01-02'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Cruz, Ana/ })).toBeVisible()
  await expect(page.getByText(/^Without a TIN: Diaz, Ben\./)).toBeVisible()
  await expectAccessibleInSoak(page)

  const today = dayInManila(await portal.now())
  const form = await openForm(page, '/payrollform', 'Payroll Form')
  await fillIn(form, { 'Date of payment': formatDay(today), 'Pay period': 'This month' })
  // Employee, basic, holiday, overtime, night, hazard, allowances (2), 13th month, de minimis, contributions (3), union dues, tax,
  // deductions, employer shares (3), net pay.
  const rows = [
    'E-001\t30,000\t\t2,000\t\t\t1,000\t500\t\t1,500\t1,500\t750\t200\t\t1,457.50\t1,000\t3,030\t750\t200\t30,092.50',
    'Diaz\t16,000\t700\t\t\t\t\t\t\t\t800\t400\t200\t\t\t\t1,630\t400\t200\t15,300',
  ]
  const first = form.getByLabel('Employee, line 1', { exact: true })
  await first.focus()
  await first.evaluate((cell, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, rows.join('\n'))
  await expect(form.getByLabel('Employee, line 2', { exact: true })).toHaveValue(/E-002/)
  await fillIn(form, { 'Control total, net pay': '45,392.50' })
  await expect(form.getByText('The lines agree with the control totals.')).toBeVisible()
  await expectAccessibleInSoak(page)

  await form.getByRole('button', { name: /^Review/ }).click()
  await expect(
    form.getByText('E-002 Diaz, Ben has no TIN. The annual alphalist requires the TIN of every employee.'),
  ).toBeVisible()
  await expect(form.getByRole('row', { name: /^2160/ })).toContainText('45,392.50')
  await page.keyboard.press('y')
  await expect(form.getByRole('heading', { level: 1, name: /^PR-/ })).toBeVisible()

  await page.goto('/payroll')
  await page.getByRole('table', { name: 'Recorded payroll registers' }).getByRole('link').first().click()
  await expect(page.getByRole('cell', { name: 'E-001 Cruz, Ana' })).toBeVisible()
  await page.goto(`/payroll/lists?list=sss&period=${monthOf(today)}`)
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('6,960.00')
  await page.goto('/payroll/year')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print form 2316 of Cruz, Ana' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^form-2316-\d{4}-Cruz-Ana\.pdf$/)
})
