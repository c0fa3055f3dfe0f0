// The documentation for accountants: how documents post, the rules of figures, and what keeps the books safe.
import { Button } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useCall } from '../../../app/api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { BooksSections } from './BooksSections.tsx'
import classes from './documentation.module.css'
import { FiguresSections } from './FiguresSections.tsx'
import { PostingSections } from './PostingSections.tsx'
import { sections } from './sections.ts'

export function DocumentationPage() {
  const { hash, key } = useLocation()
  const chart = useCall(listAccounts)
  useEffect(() => {
    // Before the chart is there, what stands below it would move away again.
    if (hash === '' || chart.isPending) return
    const section = document.getElementById(decodeURIComponent(hash.slice(1)))
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
    // The same section asked for again is another arrival, hence the key.
  }, [hash, key, chart.isPending])

  return (
    <div className={classes.whole}>
      <PageTitle
        action={
          <Button
            className={classes.screenOnly}
            variant="default"
            leftSection={<Icon name="print" size={16} />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
      >
        Documentation
      </PageTitle>
      <div className={classes.page}>
        <nav className={classes.contents} aria-label="Sections">
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                {/* Replaced, because Back is not ours to fill. */}
                <Link to={{ hash: `#${id}` }} replace aria-current={hash === `#${id}` ? 'location' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.text}>
          <p className={classes.lead}>
            For accountants: what this version does to the books. First how each kind of document posts, and its void;
            then the chart and the arithmetic; then what keeps the books safe, and when they are due.
          </p>
          <PostingSections />
          <FiguresSections />
          <BooksSections />
        </div>
      </div>
    </div>
  )
}
