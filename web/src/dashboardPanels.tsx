// The panels below the cards of the dashboard. They are loaded together, after the dashboard.
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { listTasks } from '@talaan/contract/tasks.ts'
import { useCall } from './app/api.ts'
import { useSession } from './app/session/session.ts'
import { FirstSteps } from './features/cards/FirstSteps.tsx'
import { CompanyOverview } from './features/overview/CompanyOverview.tsx'
import { Tasks } from './features/tasks/Tasks.tsx'

export function DashboardPanels() {
  const { role, passwordDue } = useSession()
  // The number of tasks is unknown until they arrive, so the panels below would move.
  const { isLoading } = useCall(listTasks, {}, { enabled: !passwordDue })
  return (
    <>
      <Tasks />
      <div hidden={isLoading}>
        {adminsAndAccountants.includes(role) && <FirstSteps />}
        <CompanyOverview />
      </div>
    </>
  )
}
