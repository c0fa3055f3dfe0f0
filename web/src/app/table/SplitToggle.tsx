// Shows or hides the document next to a list, on wide screens.
import classes from './split.module.css'

export const SplitToggle = ({ isSplit, onToggle }: { isSplit: boolean; onToggle: () => void }) => (
  <button type="button" className={classes.toggle} aria-pressed={isSplit} onClick={onToggle}>
    Split view
  </button>
)
