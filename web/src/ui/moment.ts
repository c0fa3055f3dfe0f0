// Time stamps are in UTC on the wire and in Manila time on the screen.
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Manila' })

/** '30 Jun 2026' */
export const dayOfMoment = (at: string): string => formatDay(dayInManila(Date.parse(at)))

/** '30 Jun 2026, 14:05' */
export const moment = (at: string): string => `${dayOfMoment(at)}, ${time.format(new Date(at))}`
