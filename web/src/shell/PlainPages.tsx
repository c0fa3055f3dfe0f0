// Pages that only say something: an address nobody knows, and work that is not done yet.
import { Anchor, Button, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
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

export function NotBuiltPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Stack gap="md" align="flex-start">
        <Text maw={640}>{children}</Text>
        <Button component={Link} to={paths.dashboard} variant="default">
          Back To Dashboard
        </Button>
      </Stack>
    </>
  )
}
