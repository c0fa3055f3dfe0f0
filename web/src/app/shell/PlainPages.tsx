// The page for an unknown address.
import { Anchor, Button, List, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { usePageTitle } from '../pageTitle.ts'
import { paths } from '../paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()
  usePageTitle('Page not found')
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <Stack gap="md" align="flex-start">
        <Text>
          There is no page at <b>{pathname}</b>. Check the address; the page may have moved.
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
            Find a document in the list of its type, for example under{' '}
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
