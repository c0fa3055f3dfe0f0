// The glossary as a list of terms with their meanings, in the manual and on the Documentation page.
import type { Section } from './chapter.ts'
import classes from './manual.module.css'

export function Terms({ of }: { of: NonNullable<Section['terms']> }) {
  return (
    <dl className={classes.questions}>
      {of.map(({ term, meaning, official }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {meaning}
            {official !== undefined && <span className={classes.official}> {official}.</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
