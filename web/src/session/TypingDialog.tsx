// A dialog with a form in it, which asks before it closes over what was typed.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import './modal.ts'
import { useUnsaved } from './unsaved.ts'

type Props = {
  title: string
  submit: string
  unsaved: boolean
  busy: boolean
  /** What went wrong and belongs to no field. */
  alert: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function TypingDialog({ title, submit, unsaved, busy, alert, onSubmit, onClose, children }: Props) {
  const [asking, setAsking] = useState(false)
  useUnsaved(unsaved)

  const close = () => {
    if (busy) return
    if (unsaved) setAsking(true)
    else onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }

  return (
    <>
      {/* While the question stands above, Escape and the focus belong to it. */}
      <Modal opened onClose={close} title={title} closeOnEscape={!asking} trapFocus={!asking}>
        <form onSubmit={send} noValidate>
          <Stack gap="md">
            {children}
            {alert !== undefined && (
              <Alert color="red" role="alert">
                {alert}
              </Alert>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close} disabled={busy}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                {submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {/* Mounted only now, or the Escape that opens it would be heard by it as well, and close it. */}
      {asking && (
        <ConfirmDialog
          opened
          title="Close without saving?"
          cancel="Keep Editing"
          confirm="Close"
          destroys
          onCancel={() => setAsking(false)}
          onConfirm={onClose}
        >
          <Text>What you typed is not saved. Closing this window loses it.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
