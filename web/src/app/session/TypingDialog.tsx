// A dialog with a form. It asks for confirmation before it closes with unsaved input.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import './modal.ts'
import { useUnsaved } from './unsaved.ts'

type AskingProps = {
  title: ReactNode
  unsaved: boolean
  busy: boolean
  onClose: () => void
  size?: number
  /** Lets the content close the dialog with the same confirmation. */
  children: (close: () => void) => ReactNode
}

export function AskingModal({ title, unsaved, busy, onClose, size, children }: AskingProps) {
  const [asking, setAsking] = useState(false)
  useUnsaved(unsaved)

  const close = () => {
    if (busy) return
    if (unsaved) setAsking(true)
    else onClose()
  }
  return (
    <>
      {/* While the confirmation is open, it has the focus and handles Escape. */}
      <Modal
        opened
        onClose={close}
        title={title}
        size={size}
        closeOnEscape={!asking}
        trapFocus={!asking}
        onKeyDown={sendByKeys}
      >
        {children(close)}
      </Modal>
      {/* Mounted only now: otherwise it would also handle the Escape that opens it, and close immediately. */}
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
          <Text>You have unsaved changes. If you close this window, they will be lost.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Ctrl Enter submits the form from any field. Enter alone selects from a list without submitting. */
export function sendByKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const isAlone = !event.ctrlKey && !event.metaKey
  if (isAlone && !(event.target as HTMLElement).matches('input[role=combobox]')) return
  event.preventDefault()
  if (isAlone) return
  if (!event.repeat) event.currentTarget.querySelector('form')?.requestSubmit()
}

type Props = Omit<AskingProps, 'children'> & {
  /** The label of the submit button; undefined for a dialog without input. */
  submit: string | null
  /** Makes the submit button red. */
  destroys?: boolean
  /** An error that does not belong to a field. */
  alert: string | undefined
  /** The button has the focus when the dialog opens, because nothing has to be typed. */
  focusSubmit?: boolean
  onSubmit: () => void
  children: ReactNode
}

export function TypingDialog({
  submit,
  busy,
  alert,
  destroys = false,
  focusSubmit = false,
  onSubmit,
  children,
  ...modal
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy || submit === null) return
    isSent.current = true
    onSubmit()
  }
  // In a long dialog, the field to correct may be outside the visible part.
  useEffect(() => {
    const wrong = isSent.current && !busy && form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) return
    isSent.current = false
    wrong.focus()
  })
  return (
    <AskingModal busy={busy} {...modal}>
      {(close) => (
        <form ref={form} onSubmit={send} noValidate>
          <Stack gap="md">
            {children}
            {alert !== undefined && (
              <Alert color="red" role="alert">
                {alert}
              </Alert>
            )}
            <Group justify="flex-end" gap="sm">
              <Button
                variant="default"
                onClick={close}
                disabled={busy}
                data-autofocus={(focusSubmit && submit === null) || undefined}
              >
                {submit === null ? 'Close' : 'Cancel'}
              </Button>
              {submit !== null && (
                <Button
                  type="submit"
                  color={destroys ? 'red.9' : 'brand'}
                  loading={busy}
                  data-autofocus={focusSubmit || undefined}
                >
                  {submit}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      )}
    </AskingModal>
  )
}
