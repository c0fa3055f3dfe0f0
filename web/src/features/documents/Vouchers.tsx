// Downloads vouchers, shows the progress, and can be stopped.
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { saveFile, sentenceOf } from '../../app/api.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toast.ts'
import { vouchersOf } from './vouchers.ts'

type Props = { label: string; ids: () => Promise<readonly string[]> }

export function Vouchers({ label, ids }: Props) {
  const [under, setUnder] = useState<{ done: number; of: number } | null>(null)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function take() {
    const controller = new AbortController()
    stop.current = controller
    setUnder({ done: 0, of: 0 })
    try {
      const all = await ids()
      setUnder({ done: 0, of: all.length })
      const { signal } = controller
      saveFile(await vouchersOf(all, { signal, onDone: (done) => setUnder({ done, of: all.length }) }))
      toast({ title: `${all.length === 1 ? '1 voucher is' : `${all.length} vouchers are`} saved`, tone: 'good' })
    } catch (error) {
      if (!controller.signal.aborted) toast({ title: sentenceOf(error), tone: 'bad' })
    } finally {
      setUnder(null)
    }
  }

  if (under === null) {
    return (
      <Button variant="default" size="sm" onClick={() => void take()}>
        {label}
      </Button>
    )
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ProgressBar
        width={120}
        aria-label="Vouchers"
        value={under.of === 0 ? undefined : under.done}
        max={Math.max(1, under.of)}
      />
      <Text size="sm" role="status">
        {under.done} of {under.of}
      </Text>
      <Button variant="default" size="sm" onClick={() => stop.current?.abort()}>
        Cancel
      </Button>
    </Group>
  )
}
