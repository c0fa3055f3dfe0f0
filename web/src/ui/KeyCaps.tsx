// Keys as labeled on the keyboard: 'Ctrl K' is pressed together, 'g i' one after the other.
import { Fragment } from 'react'
import classes from './KeyCaps.module.css'

const onMac = /Mac|iPhone|iPad/.test(navigator.platform)

export function KeyCaps({ keys }: { keys: string }) {
  const parts = keys.split(' ')
  const together = ['Ctrl', 'Shift', 'Alt'].includes(parts[0] ?? '')
  return (
    <span className={classes.keys}>
      {parts.map((part, at) => (
        <Fragment key={part + String(at)}>
          {at > 0 && <span className={classes.spoken}>{together ? ' and ' : ' then '}</span>}
          <kbd className={classes.key}>{part === 'Ctrl' && onMac ? '⌘' : part}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
