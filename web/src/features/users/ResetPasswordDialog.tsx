// Reset Password: the user confirms with their own password. All sessions of the account end, even if it is the user's
// own.
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { clientIdPrefix, sessionProblems } from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { type ListedUser, type Person, resetPassword, userProblems, userWords } from '@talaan/contract/users.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { NewPassword } from './NewPassword.tsx'
import { checkPassword, type PasswordMistakes, type Typed } from './newPassword.ts'
import './mantine.ts'

type Typing = Typed & { own: string }
type Mistakes = PasswordMistakes & { own?: string }
type Props = { viewer: Person; user: ListedUser; onChanged: () => void; onClose: () => void }

export function ResetPasswordDialog({ viewer, user, onChanged, onClose }: Props) {
  const { logOut, endsHere } = useSession()
  const [typed, setTyped] = useState<Typing>({ password: '', again: '', own: '' })
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [alert, setAlert] = useState<string>()
  const type = (change: Partial<Typing>) => setTyped((old) => ({ ...old, ...change }))
  const isOwn = viewer.clientId.toLowerCase() === user.ClientId.toLowerCase()

  const reset = useMutation({
    // From now on, the server may refuse calls of this session; a refusal must not close the dialog that explains why.
    onMutate: () => endsHere(isOwn),
    mutationFn: () =>
      call(resetPassword, {
        params: { clientId: `${clientIdPrefix}${user.ClientId}` },
        body: { Password: typed.password, adminPassword: typed.own },
      }),
    onSuccess: () => {
      toast({ title: userWords.reset, message: `${user.ClientId} has a new password.`, tone: 'good' })
      if (isOwn) return
      onChanged()
      onClose()
    },
    onError: (error) => {
      endsHere(false)
      if (!(error instanceof CallFailure) || error.status === 0) return setAlert(sentenceOf(error))
      toast({ title: error.sentence, tone: 'bad' })
      if (error.code === userProblems.wrongAdminPassword.code) setMistakes({ own: error.sentence })
      else if (error.code === sessionProblems.weakPassword.code) setMistakes({ password: error.sentence })
      else {
        setAlert(error.sentence)
        onChanged()
      }
    },
  })

  const submit = () => {
    const found: Mistakes = checkPassword(typed, user.ClientId)
    if (typed.own === '') found.own = sessionWords.allRequired
    setMistakes(found)
    setAlert(undefined)
    if (Object.keys(found).length === 0) reset.mutate()
  }

  // The server has ended this session too, so the user can't continue.
  if (isOwn && reset.isSuccess) return <LogInAgain onLogOut={logOut} />
  return (
    <TypingDialog
      title="Reset Password"
      submit="Reset Password"
      unsaved={!reset.isSuccess && Object.values(typed).join('') !== ''}
      busy={reset.isPending}
      alert={alert}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {isOwn
          ? 'This is your own account. You will be logged out and must log in with the new password.'
          : `${user.ClientId} will be logged out and must log in with the new password.`}
      </Text>
      <TextInput label="Client ID" autoComplete="off" value={user.ClientId} readOnly />
      <NewPassword label="New Password" first typed={typed} mistakes={mistakes} onType={type} />
      <PasswordInput
        label={viewer.role === 'admin' && !isOwn ? 'Admin Password' : 'Current Password'}
        description={isOwn ? undefined : 'Enter your own password to confirm.'}
        required
        autoComplete="current-password"
        maxLength={1024}
        value={typed.own}
        onChange={(event) => type({ own: event.currentTarget.value })}
        error={mistakes.own}
      />
    </TypingDialog>
  )
}

function LogInAgain({ onLogOut }: { onLogOut: () => void }) {
  return (
    <Modal opened onClose={onLogOut} title={userWords.reset} withCloseButton={false}>
      <Stack gap="lg">
        <Text>Your password was changed and you were logged out. Log in with the new password.</Text>
        <Group justify="flex-end">
          <Button onClick={onLogOut} data-autofocus>
            Log In Again
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
