// A state is a word, a mark and a colour together, never a colour alone.
import { Badge } from '@mantine/core'

export type Tone = 'good' | 'look' | 'bad' | 'plain'

type Props = { tone: Tone; children: string }

export function StatusBadge({ tone, children }: Props) {
  const { color, mark } = tones[tone]
  return (
    <Badge variant="light" color={color} radius="sm" size="md" tt="none" leftSection={<span aria-hidden="true">{mark}</span>}>
      {children}
    </Badge>
  )
}

const tones = {
  good: { color: 'brand', mark: '✓' },
  look: { color: 'yellow', mark: '!' },
  bad: { color: 'red', mark: '✕' },
  plain: { color: 'gray', mark: '–' },
} as const satisfies Record<Tone, { color: string; mark: string }>
