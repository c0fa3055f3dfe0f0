// The sections whose text contains the search words. Each links to its section.
import { Title } from '@mantine/core'
import { manualTabOf, manualWords, type ManualPassage } from '@talaan/contract/manual.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { sectionId } from './chapter.ts'
import classes from './manual.module.css'

export function Results({ of, onChosen }: { of: readonly ManualPassage[]; onChosen: () => void }) {
  if (of.length === 0) return null
  return (
    <nav aria-labelledby="found-in-text">
      <Title order={2} size="h5" mt="md" id="found-in-text">
        {manualWords.inText}
      </Title>
      <ul className={classes.results}>
        {of.map(({ tab, section }) => (
          <li key={`${tab} ${section}`}>
            <Link to={`${paths.manual(tab)}#${sectionId(section)}`} replace onClick={onChosen}>
              {section}
              <span>{manualTabOf(tab).label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
