// The panels below the cards of the dashboard, loaded together after it.
import { accountants, adminsAndAccountants } from '@talaan/contract/roles.ts'
import { useSession } from './app/session/session.ts'
import { FirstSteps } from './features/cards/FirstSteps.tsx'
import { DueSoon } from './features/filings/DueSoon.tsx'
import { CompanyOverview } from './features/overview/CompanyOverview.tsx'
import { WaitingDrafts } from './features/recurring/WaitingDrafts.tsx'

export function DashboardPanels() {
  const { role } = useSession()
  return (
    <>
      <WaitingDrafts />
      {adminsAndAccountants.includes(role) && <FirstSteps />}
      {accountants.includes(role) && <DueSoon />}
      <CompanyOverview />
    </>
  )
}
