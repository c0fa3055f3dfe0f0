// The dialogs of a session: idle for too long, back button pressed, typed and not kept.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import './modal.ts'
import { useSession } from './session.ts'
import { answerUnsaved, useUnsavedQuestion } from './unsaved.ts'

export function SessionDialogs() {
  const { idleWarning, backWarning, stayLoggedIn, cancelBackLogout, logOut } = useSession()
  const unsaved = useUnsavedQuestion()
  const { idleDialog, backDialog } = sessionWords
  return (
    <>
      <Modal
        opened={idleWarning}
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
        />
      </Modal>
      <Modal opened={backWarning && !idleWarning} onClose={cancelBackLogout} title={backDialog.title}>
        <Choice
          lines={['You may have changes that are not saved.', backDialog.message]}
          stay={backDialog.stay}
          leave={backDialog.leave}
          onStay={cancelBackLogout}
          onLeave={logOut}
        />
      </Modal>
      <ConfirmDialog
        opened={unsaved !== null && !backWarning && !idleWarning}
        title="Leave this page?"
        cancel="Stay here"
        confirm="Leave"
        destroys
        onCancel={() => answerUnsaved(false)}
        onConfirm={() => answerUnsaved(true)}
      >
        <Text>What you typed is not saved yet. Leaving now loses the last changes.</Text>
      </ConfirmDialog>
    </>
  )
}

type ChoiceProps = { lines: string[]; stay: string; leave: string; onStay: () => void; onLeave: () => void }

function Choice({ lines, stay, leave, onStay, onLeave }: ChoiceProps) {
  return (
    <Stack gap="lg">
      <div>
        {lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
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
