// Today is the company's date, from the server, because a browser's clock may be wrong or in another time zone.
import { viewCompanyCalendar } from '@talaan/contract/calendar.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { type Day, dayInManila } from '@talaan/ledger/core/date.ts'
import type { FiscalToday } from '@talaan/ledger/core/periods.ts'
import { useCall } from './api.ts'

const startedOn = dayInManila(Date.now())

export const useToday = (): Day => useCall(portalFacts).data?.today ?? startedOn

/** The fiscal year, and which months have entries or are closed; undefined until this is loaded. */
export const useCompanyCalendar = (): AnswerOf<typeof viewCompanyCalendar> | undefined =>
  useCall(viewCompanyCalendar).data

/** Today in the company's fiscal year, or in the calendar year until the fiscal year is loaded. */
export function useFiscalToday(): FiscalToday {
  const today = useToday()
  const calendar = useCompanyCalendar()
  return { today: calendar?.today ?? today, endsWith: calendar?.endsWith ?? 12 }
}
