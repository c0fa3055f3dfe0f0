// The page before an empty form, with its purpose and the start button, which Enter presses.
import { Button, Kbd, Stack, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  /** The document that the form records. */
  about: ReactNode
  /** The label of the button. */
  start: string
  onStart: () => void
  /** A choice before starting. */
  children?: ReactNode
}

export function StartPage({ about, start, onStart, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = children !== undefined
  useEffect(() => {
    if (!chosen && matchMedia('(pointer: fine)').matches) button.current?.focus({ preventScroll: true })
  }, [chosen])
  return (
    <Stack gap="md" maw={640} align="flex-start">
      <Text>{about}</Text>
      {children}
      <Button ref={button} data-step size="md" onClick={onStart} rightSection={<Kbd size="xs">Enter</Kbd>}>
        {start}
      </Button>
    </Stack>
  )
}
