// The button of a command: its current label, its key, and the reason if it is disabled.
import { Button } from '@mantine/core'
import { memo } from 'react'
import { Explained } from '../../ui/Explained.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import type { Command, Situation } from './commands.ts'

type Look = { size?: 'compact-sm'; variant?: 'filled' | 'default' | 'subtle'; color?: 'gray'; loading?: boolean }
type Props = Look & { command: Command; label: string; reason: string | undefined; onRun: (command: Command) => void }

/** Memoized, because every key press renders all buttons. */
const PlainButton = memo(function CommandButton({ command, label, reason, onRun, ...look }: Props) {
  return (
    <Explained reason={reason} across={command.button?.at !== 'figures'}>
      {(refused) => (
        <Button
          {...look}
          onClick={() => onRun(command)}
          rightSection={command.key === null ? undefined : <KeyCaps keys={command.key} />}
          {...refused}
        >
          {label}
        </Button>
      )}
    </Explained>
  )
})

type ButtonProps = Look & { command: Command; now: Situation; onRun: (command: Command) => void }

export const CommandButton = ({ command, now, ...more }: ButtonProps) => (
  <PlainButton
    command={command}
    label={command.button?.label(now) ?? command.help}
    reason={command.when(now)}
    {...more}
  />
)
