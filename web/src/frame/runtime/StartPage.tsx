// What stands before an empty sheet: what it is for, and the button that one starts with. Enter presses it.
import { Button, Kbd, Stack, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  /** What the sheet records. */
  about: ReactNode
  /** On the button. */
  start: string
  onStart: () => void
  /** What is chosen before. */
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
