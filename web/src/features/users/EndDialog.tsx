// Asks before an account is deactivated or deleted, and states the effects. If no answer arrives, the user can try
// again.
import { Alert, Stack, Text } from '@mantine/core'
import { clientIdPrefix } from '@talaan/contract/session.ts'
import { deactivateUser, deleteUser, userWords } from '@talaan/contract/users.ts'
import { useMutation } from '@tanstack/react-query'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import './mantine.ts'

export type End = 'deactivate' | 'delete'

const ends = {
  deactivate: {
    endpoint: deactivateUser,
    title: (clientId: string) => `Deactivate the account ${clientId}?`,
    what: (clientId: string) =>
      `${clientId} is logged out immediately and cannot log in until the account is activated again. ` +
      'You can then activate another account.',
    confirm: 'Deactivate',
    done: (clientId: string) => ({ title: userWords.deactivated, message: `${clientId} can no longer log in.` }),
    failed: userWords.deactivationFailed,
  },
  delete: {
    endpoint: deleteUser,
    title: (clientId: string) => `Delete the account ${clientId}?`,
    what: (clientId: string) =>
      `${clientId} is logged out immediately and removed from every list. This cannot be undone. ` +
      'Documents recorded by this account stay in the books.',
    confirm: 'Delete Account',
    done: () => userWords.deleted,
    failed: userWords.deletionFailed,
  },
} as const

type Props = { end: End; clientId: string; onChanged: () => void; onClose: () => void }

export function EndDialog({ end, clientId, onChanged, onClose }: Props) {
  const { endpoint, title, what, confirm, done, failed } = ends[end]
  const act = useMutation({
    mutationFn: () => call(endpoint, { params: { clientId: `${clientIdPrefix}${clientId}` } }),
    onSuccess: () => {
      toast({ ...done(clientId), tone: 'good' })
      onClose()
      onChanged()
    },
    onError: (error) => {
      if (!(error instanceof CallFailure) || error.status === 0) return
      toast({ title: failed, message: error.sentence, tone: 'bad' })
      onClose()
      onChanged()
    },
  })
  return (
    <ConfirmDialog
      opened
      destroys
      title={title(clientId)}
      cancel="Cancel"
      confirm={confirm}
      busy={act.isPending}
      onCancel={onClose}
      onConfirm={() => act.mutate()}
    >
      <Stack gap="md">
        <Text>{what(clientId)}</Text>
        {act.isError && (
          <Alert color="red" role="alert">
            {sentenceOf(act.error)}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
