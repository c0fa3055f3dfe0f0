// A dialog with one question. The safe answer has the focus when the dialog opens.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  opened: boolean
  title: ReactNode
  children: ReactNode
  confirm: string
  cancel: string
  /** The action is destructive, so its button is red. */
  destroys?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  cancel,
  destroys = false,
  busy = false,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      onKeyDown={(event) => {
        if (destroys || busy || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        if (!event.repeat) onConfirm()
      }}
    >
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} disabled={busy} data-autofocus>
            {cancel}
          </Button>
          <Button color={destroys ? 'red.9' : 'brand'} onClick={onConfirm} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
