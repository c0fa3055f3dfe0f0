// The company's calendar: today, the fiscal year, and which months have entries or are closed.
import { day, month } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const viewCompanyCalendar = endpoint({
  name: 'calendar.view',
  method: 'GET',
  path: '/api/calendar',
  access: everyone,
  activity: false,
  frame: true,
  answer: z.object({
    today: day,
    /** The number of the fiscal year's last month. */
    endsWith: z.int(),
    /** The month of the first entry; null before there is one. */
    booksFrom: z.nullable(month),
    /** The first date that is not in a closed month; null while no month is closed. */
    openFrom: z.nullable(day),
  }),
  failure: 'The calendar could not be loaded. Try again.',
})
