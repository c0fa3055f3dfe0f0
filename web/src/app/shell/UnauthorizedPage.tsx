// The page for users whose role may not open the requested page.
import { Button, Stack, Text, Title } from '@mantine/core'
import { portalWords } from '@talaan/contract/screen.ts'
import { useEffect } from 'react'
import { paths } from '../paths.ts'

export function UnauthorizedPage() {
  const { title, code, button } = portalWords.restricted
  useEffect(() => {
    document.title = `${title} · ${portalWords.product}`
  }, [title])
  return (
    <Stack component="main" align="center" justify="center" gap="md" mih="100dvh" p="md" ta="center">
      <Text fz={64} fw={700} lh={1} c="dimmed">
        {code}
      </Text>
      <Title order={1}>{title}</Title>
      <Text>Your role does not have access to this page. Log in with another account, or ask an administrator.</Text>
      <Button component="a" href={paths.login}>
        {button}
      </Button>
    </Stack>
  )
}
