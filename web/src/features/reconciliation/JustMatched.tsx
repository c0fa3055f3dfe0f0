// After one key has confirmed many lines: their number, and a button to undo it.
import { Button } from '@mantine/core'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import classes from './reconciliation.module.css'

export const JustMatched = ({ count, onUndo }: { count: number; onUndo: () => void }) => (
  <span className={classes.justMatched} role="status">
    {count.toLocaleString('en')} matched ·{' '}
    <Button size="compact-sm" variant="subtle" onClick={onUndo} rightSection={<KeyCaps keys="u" />}>
      Undo
    </Button>
  </span>
)
