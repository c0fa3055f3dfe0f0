// The panels below the cards of the dashboard, loaded together after it.
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { useSession } from './app/session/session.ts'
import { FirstSteps } from './features/cards/FirstSteps.tsx'
import { CompanyOverview } from './features/overview/CompanyOverview.tsx'
import { Tasks } from './features/tasks/Tasks.tsx'

export function DashboardPanels() {
  const { role } = useSession()
  return (
    <>
      <Tasks />
      {adminsAndAccountants.includes(role) && <FirstSteps />}
      <CompanyOverview />
    </>
  )
}
