// Deadlines besides tax returns; weekdays of 2026 were checked in a calendar.
import { expect, test } from 'vitest'
import { obligations } from './calendar.ts'
import { otherDuties } from './forms.ts'
import { chosenDuties, customDues, customDuty, noOtherDuties, otherDutyChoices } from './other-duties.ts'
import { standardDeadlines, standardNonWorkingDays } from './standard.ts'

const closed = standardNonWorkingDays
const every = { inventory: true, stampTax: true, sec: true, permit: true, localTax: true, renewals: true }
const choices = { ...noOtherDuties, ...every, annualMeeting: '06-15' }

test('the duties that were chosen are in the calendar with their dates, and no others', () => {
  const due = (others: readonly (typeof otherDuties)[number][], annualMeeting = '06-15') =>
    obligations(
      {
        history: [],
        taxpayer: 'corporation',
        fiscalYearEnd: 12,
        uncollectedFrom: null,
        unpaidFrom: null,
        minimumTaxFrom: null,
        withholdingAgent: false,
        withholdsVat: false,
        payrollFrom: null,
        vatWithheldFrom: null,
        withholdsFinalTax: false,
        others,
        annualMeeting,
      },
      {
        rules: standardDeadlines,
        closed,
        moved: [],
        efpsGroup: '',
        annualMeeting,
        from: '2026-01-01',
        to: '2026-12-31',
      },
    ).filter(({ duty }) => (otherDuties as readonly string[]).includes(duty))
  const dates = due(chosenDuties(choices)).map(({ duty, raw }) => `${duty} ${raw}`)
  expect(dates.filter((one) => !one.startsWith('2000'))).toEqual([
    'LBT 2026-04-20',
    'GIS 2026-07-15',
    'LBT 2026-07-20',
    'LBT 2026-10-20',
    'Permit 2027-01-20',
    'LBT 2027-01-20',
    'Inventory 2027-01-30',
    'Renewals 2027-01-31',
    'AFS 2027-04-30',
  ])
  expect(dates.filter((one) => one.startsWith('2000'))).toHaveLength(12)
  expect(due([])).toEqual([])
  expect(due(chosenDuties({ ...choices, annualMeeting: '' }), '').map(({ duty }) => duty)).not.toContain('GIS')
})

test('an annual meeting is a day that every year has, and a permit needs a system', () => {
  const read = (more: object) => otherDutyChoices.safeParse({ ...choices, ...more }).success
  expect([read({}), read({ annualMeeting: '02-29' }), read({ annualMeeting: '6-15' })]).toEqual([true, false, false])
  expect([read({ systemPermit: 'AC-1' }), read({ salesSystem: 'cas', systemPermit: 'AC-1' })]).toEqual([false, true])
})

test('a deadline of your own is due by month, quarter or year, moved past closed days, from its first date', () => {
  const year = { from: '2026-01-01', to: '2026-12-31', closed }
  const rule = { every: 'year', month: 2, dayOfMonth: 31, from: '2020-01-01' } as const
  // 28 February 2026 is a Saturday.
  expect(customDues(rule, year)).toEqual([{ raw: '2026-02-28', due: '2026-03-02' }])
  expect(customDues({ ...rule, every: 'quarter', month: 0, dayOfMonth: 15 }, year).map(({ raw }) => raw)).toEqual([
    '2026-01-15',
    '2026-04-15',
    '2026-07-15',
    '2026-10-15',
  ])
  expect(customDues({ ...rule, every: 'month', month: 0, dayOfMonth: 5, from: '2026-10-06' }, year)).toHaveLength(2)
  const own = { name: 'FDA license', every: 'year', month: 0, dayOfMonth: 1, from: '2026-01-01', note: '' }
  expect(customDuty.safeParse(own).error?.issues[0]?.message).toBe(
    'A yearly deadline needs a month. For other deadlines, choose None.',
  )
})
