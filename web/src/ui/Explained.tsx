// A disabled button that shows the reason on hover and on focus, and tells it to screen readers. It stays focusable.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import classes from './Explained.module.css'

type Refused = {
  'aria-disabled'?: true
  'data-disabled'?: true
  'aria-describedby'?: string
  onClick?: undefined
  onKeyDown?: (event: KeyboardEvent) => void
}

type Props = {
  /** Undefined if the button is enabled. */
  reason: string | undefined
  /** The text is above the button unless there is no space. */
  below?: boolean
  /** Makes the text as wide as the button's container, where it would otherwise be cut off at the edge. */
  across?: boolean
  /** Gets the properties of a disabled button, which override the button's own onClick. */
  children: (refused: Refused) => ReactNode
}

export function Explained({ reason, below = false, across = false, children }: Props) {
  const id = useId()
  const [dismissed, setDismissed] = useState(false)
  if (reason === undefined) return children({})
  return (
    <span
      className={classes.explained}
      data-dismissed={dismissed || undefined}
      data-across={across || undefined}
      onMouseLeave={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children({
        'aria-disabled': true,
        'data-disabled': true,
        'aria-describedby': id,
        onClick: undefined,
        onKeyDown: ({ key }) => key === 'Escape' && setDismissed(true),
      })}
      <span role="tooltip" id={id} className={classes.tip} data-below={below || undefined}>
        {reason}
      </span>
    </span>
  )
}
