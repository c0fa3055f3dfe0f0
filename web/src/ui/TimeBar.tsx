// A progress bar for work whose duration is unknown, with the time after which it is stopped. Short work shows no bar.
import { useEffect, useState } from 'react'
import { ProgressBar } from './ProgressBar.tsx'
import css from './TimeBar.module.css'

/** `words` describe the work, such as "Searching the entries". */
export function TimeBar({ words, seconds }: { words: string; seconds: number }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const ticking = setInterval(() => setPassed((before) => before + 1), 1000)
    return () => clearInterval(ticking)
  }, [])
  if (passed === 0) return null
  return (
    <div className={css.bar}>
      <ProgressBar value={Math.min(passed, seconds)} max={seconds} aria-label={words} />
      <p role="status">
        {words}. This stops after {seconds} seconds at the latest.
      </p>
    </div>
  )
}
