// A new key or secret, which is shown once so that the user can copy it.
import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** The label: API key or secret. */
  label: string
  secret: string
  copyLabel: string
  /** What to do with it. */
  children: ReactNode
  onClose: () => void
}

export function SecretDialog({ title, label, secret, copyLabel, children, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="md">
        <Alert color="yellow" variant="outline">
          <Text size="sm">{children}</Text>
        </Alert>
        <TextInput label={label} value={secret} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} data-autofocus>
                {copied ? 'Copied' : copyLabel}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
