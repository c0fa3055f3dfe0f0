// From when on banks do not take a cheque any more.
import { addDays, daysBetween } from '../core/date.ts'
import type { Day } from '../core/date.ts'

/** Banks take a cheque until the 180th day from its date. */
export const staleAfterDays = 180

export const isStale = (chequeDay: Day, today: Day): boolean => daysBetween(chequeDay, today) > staleAfterDays

export const staleFrom = (chequeDay: Day): Day => addDays(chequeDay, staleAfterDays + 1)
