// Payroll registers, newest first, with a link for recording another.
import { Button } from '@mantine/core'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DocumentList } from '../documents/DocumentList.tsx'
import { PayrollTabs } from './PayrollTabs.tsx'

export function PayrollPage() {
  const { frame, list, none, first } = documentPlaces.payroll
  return (
    <>
      <PageTitle
        action={
          <Button component={Link} to={paths.form(frame)}>
            New payroll register
          </Button>
        }
      >
        Payroll
      </PageTitle>
      <PayrollTabs />
      <DocumentList kind="payroll" title={list} none={none} recordWords={first} recordPath={paths.form(frame)} />
    </>
  )
}
