// Pages that only say something: an address nobody knows, and work that is not done yet.
import { Anchor, Button, List, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { NotYet } from '../ui/NotYet.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <>
      <PageTitle>There is no such page</PageTitle>
      <Stack gap="md" align="flex-start">
        <Text>
          Nothing stands at <b>{pathname}</b>. The address may have a slip in it, or the page has moved.
        </Text>
        <List>
          <List.Item>
            Search for a card in the navigation, or start from the{' '}
            <Anchor underline="always" component={Link} to={paths.dashboard}>
              dashboard
            </Anchor>
            .
          </List.Item>
          <List.Item>
            A document is found in the list of its kind, for example under{' '}
            <Anchor underline="always" component={Link} to={paths.category('Invoice')}>
              Invoices
            </Anchor>
            .
          </List.Item>
        </List>
        <Button component={Link} to={paths.dashboard}>
          Back To Dashboard
        </Button>
      </Stack>
    </>
  )
}

export function BankReconciliationToCome() {
  return (
    <NotYet title="Reconciling is not built yet">
      <p>No statement of account can be uploaded, and nothing is matched with it; the form under New says the same.</p>
      <p>
        Meanwhile the entries of a bank's account can be ticked off by hand against the statement: open the{' '}
        <Place to={paths.financialReport}>trial balance</Place>, choose the account and its period, and download the
        list.
      </p>
    </NotYet>
  )
}

function Place({ to, children }: { to: string; children: string }) {
  return (
    <Anchor underline="always" component={Link} to={to}>
      {children}
    </Anchor>
  )
}
