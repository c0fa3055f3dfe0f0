// The dialogs of a session: for inactivity, the Back button and unsaved changes.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { idleLogoutSeconds } from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { idleSeconds } from './activity.ts'
import './modal.ts'
import { useSession } from './session.ts'
import { answerUnsaved, useUnsavedQuestion } from './unsaved.ts'

export function SessionDialogs() {
  const { idleWarning, backWarning, stayLoggedIn, cancelBackLogout, logOut } = useSession()
  const unsaved = useUnsavedQuestion()
  // Mounted before it opens, so that it knows which element had the focus and returns it there.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const { idleDialog, backDialog } = sessionWords
  return (
    <>
      <Modal
        opened={isThere && idleWarning}
        onClose={stayLoggedIn}
        title={idleDialog.title}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Choice
          lines={[idleDialog.message]}
          stay={idleDialog.stay}
          leave={idleDialog.leave}
          onStay={stayLoggedIn}
          onLeave={logOut}
        >
          <Countdown />
        </Choice>
      </Modal>
      <Modal opened={isThere && backWarning && !idleWarning} onClose={cancelBackLogout} title={backDialog.title}>
        <Choice
          lines={['You may have changes that are not saved.', backDialog.message]}
          stay={backDialog.stay}
          leave={backDialog.leave}
          onStay={cancelBackLogout}
          onLeave={logOut}
        />
      </Modal>
      <ConfirmDialog
        opened={isThere && unsaved !== null && !backWarning && !idleWarning}
        title="Leave this page?"
        cancel="Stay here"
        confirm="Leave"
        destroys
        onCancel={() => answerUnsaved(false)}
        onConfirm={() => answerUnsaved(true)}
      >
        <Text>You have unsaved changes. If you leave now, they will be lost.</Text>
      </ConfirmDialog>
    </>
  )
}

/** Counts by the system clock, as the logout does. A screen reader reads the text on demand, not every second. */
function Countdown() {
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const ticking = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return (
    <Text role="timer" c="dimmed" size="sm" mt="xs">
      {sessionWords.idleDialog.left(left)}
    </Text>
  )
}

const secondsLeft = (): number => Math.max(0, idleLogoutSeconds - idleSeconds())

type ChoiceProps = {
  lines: string[]
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
  children?: ReactNode
}

function Choice({ lines, stay, leave, onStay, onLeave, children }: ChoiceProps) {
  return (
    <Stack gap="lg">
      <div>
        {lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        {children}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLeave}>
          {leave}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {stay}
        </Button>
      </Group>
    </Stack>
  )
}
