// The two fields for a new password, with the strength meter between them.
import { PasswordInput } from '@mantine/core'
import { passwordRules, passwordScore, scoreThreshold } from '@talaan/contract/password.ts'
import { PasswordMeter } from '../../ui/PasswordMeter.tsx'
import type { PasswordMistakes, Typed } from './newPassword.ts'
import './mantine.ts'

type Props = {
  label: string
  /** The field that has the focus when the dialog opens. */
  first?: boolean
  typed: Typed
  mistakes: PasswordMistakes
  onType: (typed: Partial<Typed>) => void
}

export function NewPassword({ label, first, typed, mistakes, onType }: Props) {
  return (
    <>
      <PasswordInput
        label={label}
        required
        autoComplete="new-password"
        maxLength={1024}
        value={typed.password}
        onChange={(event) => onType({ password: event.currentTarget.value })}
        error={mistakes.password}
        data-autofocus={first}
      />
      <PasswordMeter
        score={passwordScore(typed.password)}
        threshold={scoreThreshold}
        rules={passwordRules.map((rule) => ({ label: rule.label, met: rule.met(typed.password) }))}
      />
      <PasswordInput
        label="Confirm Password"
        required
        autoComplete="new-password"
        maxLength={1024}
        value={typed.again}
        onChange={(event) => onType({ again: event.currentTarget.value })}
        error={mistakes.again}
      />
    </>
  )
}
