// When banks stop accepting a cheque.
import { addDays, daysBetween } from '../core/date.ts'
import type { Day } from '../core/date.ts'

/** Banks accept a cheque until the 180th day from its date. */
export const staleAfterDays = 180

export const isStale = (chequeDay: Day, today: Day): boolean => daysBetween(chequeDay, today) > staleAfterDays

export const staleFrom = (chequeDay: Day): Day => addDays(chequeDay, staleAfterDays + 1)
