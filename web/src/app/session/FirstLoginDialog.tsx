// Requires a new password at the first login. The dialog can't be closed before the password is changed.
import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import {
  passwordRefusal,
  passwordRules,
  passwordScore,
  passwordWords,
  scoreThreshold,
} from '@talaan/contract/password.ts'
import { changeFirstPassword, clientIdPrefix, sessionProblems } from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { useState, type FormEvent } from 'react'
import { call, CallFailure } from '../api.ts'
import { PasswordMeter } from '../../ui/PasswordMeter.tsx'
import { toast } from '../../ui/toast.ts'
import './modal.ts'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/Progress.css'
import { useSession } from './session.ts'

type Mistakes = { current?: string; next?: string; again?: string }

export function FirstLoginDialog() {
  const { passwordDue, clientId, passwordChanged, logOut } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = mistakesIn({ current, next, again, clientId })
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await call(changeFirstPassword, {
        params: { clientId: `${clientIdPrefix}${clientId}` },
        body: { oldPassword: current, newPassword: next },
      })
      toast({ title: sessionWords.passwordUpdated, tone: 'good' })
      passwordChanged()
    } catch (error) {
      if (error instanceof CallFailure && error.status !== 0) {
        toast({ title: error.sentence, message: sessionWords.couldNotUpdate, tone: 'bad' })
        if (error.code === sessionProblems.wrongPassword.code) setMistakes({ current: error.sentence })
      } else toast({ title: sessionWords.networkError, tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={passwordDue}
      onClose={() => undefined}
      title={sessionWords.firstLoginDialog.title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text>{sessionWords.firstLoginDialog.message}</Text>
          <input type="text" name="username" autoComplete="username" value={clientId} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={mistakes.current}
            maxLength={1024}
            data-autofocus
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            error={mistakes.next}
            maxLength={1024}
          />
          <PasswordMeter
            score={passwordScore(next)}
            threshold={scoreThreshold}
            rules={passwordRules.map(({ label, met }) => ({ label, met: met(next) }))}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
            error={mistakes.again}
            maxLength={1024}
          />
          <Button type="submit" loading={busy}>
            Change password
          </Button>
          <Button variant="subtle" color="gray" onClick={logOut}>
            Log out
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

function mistakesIn({
  current,
  next,
  again,
  clientId,
}: {
  current: string
  next: string
  again: string
  clientId: string
}): Mistakes {
  const found: Mistakes = {}
  if (current === '') found.current = sessionWords.allRequired
  if (next === '') found.next = sessionWords.allRequired
  else {
    const refusal = passwordRefusal(next, clientId)
    if (refusal)
      found.next = refusal === passwordWords.notMet ? `${passwordWords.weak}. ${passwordWords.notMet}` : refusal
  }
  if (again === '') found.again = sessionWords.allRequired
  else if (again !== next) found.again = passwordWords.firstLoginMismatch
  return found
}
