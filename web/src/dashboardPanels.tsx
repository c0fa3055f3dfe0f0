// The panels below the cards of the dashboard. They are loaded together, after the dashboard.
import { firstSteps } from '@talaan/contract/first-steps.ts'
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
  const setsUp = adminsAndAccountants.includes(role)
  const { data } = useCall(firstSteps, {}, { enabled: setsUp && !passwordDue })
  // Before the first document, all its figures are zero.
  const isNew = data?.steps.some(({ step, done }) => step === 'document' && !done) === true
  return (
    <>
      {setsUp && <FirstSteps />}
      <Tasks />
      {!isNew && (
        <div hidden={isLoading}>
          <CompanyOverview />
        </div>
      )}
    </>
  )
}
