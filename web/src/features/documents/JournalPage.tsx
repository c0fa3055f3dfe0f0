// Journal vouchers, newest first, with the link to a new one.
import { Button } from '@mantine/core'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DocumentList } from './DocumentList.tsx'

export function JournalPage() {
  const { role } = useSession()
  const { frame, list, none, first } = documentPlaces.journalvoucher
  return (
    <>
      <PageTitle
        action={
          <Button component={Link} to={paths.form(frame)}>
            New journal voucher
          </Button>
        }
      >
        Journal Vouchers
      </PageTitle>
      <DocumentList kind="journalvoucher" title={list} none={none} recordWords={first} recordPath={paths.form(frame)} />
      <DocumentList
        kind="unapply"
        leads={false}
        title={documentPlaces.unapply.list}
        none={documentPlaces.unapply.none}
        recordWords={documentPlaces.unapply.first}
        recordPath={paths.list('collection')}
      />
      {accountants.includes(role) && (
        <DocumentList
          kind="yearend"
          leads={false}
          title={documentPlaces.yearend.list}
          none={documentPlaces.yearend.none}
          recordWords={documentPlaces.yearend.first}
          recordPath={paths.monthClose}
        />
      )}
    </>
  )
}
