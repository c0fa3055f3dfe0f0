// Today is the company's date, from the server; a browser's clock may be wrong or in another time zone.
import { portalFacts } from '@talaan/contract/portal.ts'
import { type Day, dayInManila } from '@talaan/ledger/core/date.ts'
import { useCall } from './api.ts'

const startedOn = dayInManila(Date.now())

export const useToday = (): Day => useCall(portalFacts).data?.today ?? startedOn
