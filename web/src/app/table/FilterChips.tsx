// The active filters of a list as chips. The user removes one of them, or all at once.
import { Button, CloseButton } from '@mantine/core'
import classes from './FilterChips.module.css'

type Props = {
  /** The key and the text of each filter. */
  filters: readonly { key: string; words: string }[]
  onRemove: (key: string) => void
  onClear: () => void
}

export function FilterChips({ filters, onRemove, onClear }: Props) {
  if (filters.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filters.map(({ key, words }) => (
        <li key={key} className={classes.chip}>
          {words}
          <CloseButton size="sm" aria-label={`Remove filter: ${words}`} onClick={() => onRemove(key)} />
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
}
