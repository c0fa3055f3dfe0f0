// Add User: the new account counts among the active accounts immediately, and its owner can log in with the password
// entered here.
import { NativeSelect, TextInput } from '@mantine/core'
import { type Role, roles, roleWords } from '@talaan/contract/roles.ts'
import { clientId as clientIdRule } from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { addUser, type Person, refusal, userProblems, userWords } from '@talaan/contract/users.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { NewPassword } from './NewPassword.tsx'
import { checkPassword, type PasswordMistakes, type Typed } from './newPassword.ts'
import './mantine.ts'

type Typing = Typed & { clientId: string; role: Role }
type Mistakes = PasswordMistakes & { clientId?: string }
type Props = { viewer: Person; company: string; onChanged: () => void; onClose: () => void }

const untouched: Typing = { clientId: '', password: '', again: '', role: 'user' }

export function AddUserDialog({ viewer, company, onChanged, onClose }: Props) {
  const [typed, setTyped] = useState(untouched)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [alert, setAlert] = useState<string>()
  const type = (change: Partial<Typing>) => setTyped((old) => ({ ...old, ...change }))

  const clientId = typed.clientId.trim()
  const add = useMutation({
    mutationFn: () =>
      call(addUser, { body: { ClientId: clientId, Company: company, Password: typed.password, Role: typed.role } }),
    onSuccess: () => {
      toast({ title: userWords.created, message: `${clientId} can log in now.`, tone: 'good' })
      onChanged()
      onClose()
    },
    onError: (error) => {
      onChanged()
      if (!(error instanceof CallFailure) || error.status === 0) return setAlert(sentenceOf(error))
      if (error.code === userProblems.capReached.code) return setAlert(userWords.cap)
      const isDuplicate = error.code === userProblems.duplicate.code
      toast({
        title: isDuplicate ? userWords.duplicateTitle : userWords.notCreated,
        message: error.sentence,
        tone: 'bad',
      })
      if (isDuplicate) setMistakes({ clientId: error.sentence })
      else setAlert(error.sentence)
    },
  })

  const submit = () => {
    const found = mistakesIn({ ...typed, clientId })
    setMistakes(found)
    setAlert(undefined)
    if (Object.keys(found).length === 0) add.mutate()
  }

  const refusedRole = roles.map((role) => refusal.add(viewer, role)).find((problem) => problem !== undefined)
  return (
    <TypingDialog
      title="Add User"
      submit="Add User"
      unsaved={!add.isSuccess && Object.values(untouched).join() !== Object.values(typed).join()}
      busy={add.isPending}
      alert={alert}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Client ID"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={typed.clientId}
        onChange={(event) => type({ clientId: event.currentTarget.value })}
        error={mistakes.clientId}
        data-autofocus
      />
      <NewPassword label="Password" typed={typed} mistakes={mistakes} onType={type} />
      <NativeSelect
        label="Role"
        size="md"
        description={refusedRole?.sentence}
        value={typed.role}
        onChange={(event) => type({ role: roles.find((role) => role === event.currentTarget.value) ?? 'user' })}
        data={roles.map((role) => ({
          value: role,
          label: roleWords[role],
          disabled: refusal.add(viewer, role) !== undefined,
        }))}
      />
    </TypingDialog>
  )
}

function mistakesIn(typed: Typing): Mistakes {
  const mistakes: Mistakes = checkPassword(typed, typed.clientId)
  const parsed = clientIdRule.safeParse(typed.clientId)
  if (typed.clientId === '') mistakes.clientId = sessionWords.allRequired
  else if (!parsed.success) mistakes.clientId = parsed.error.issues[0]?.message
  return mistakes
}
