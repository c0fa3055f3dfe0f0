// The documentation for accountants: how documents post, the arithmetic, closing and taxes, and the glossary.
import { Button } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useCall } from '../../../app/api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { BooksSections } from './BooksSections.tsx'
import classes from './documentation.module.css'
import { FiguresSections } from './FiguresSections.tsx'
import { Part } from './Part.tsx'
import { PostingSections } from './PostingSections.tsx'
import { sections } from './sections.ts'

const GlossaryTerms = lazy(async () => ({ default: (await import('./GlossaryTerms.tsx')).GlossaryTerms }))

export function DocumentationPage() {
  const { hash, key } = useLocation()
  const chart = useCall(listAccounts)
  // The page is long: what is further down renders in the background, so that the top answers at once.
  const isWhole = useDeferredValue(true, false)
  useEffect(() => {
    // Waits for the chart of accounts, which would otherwise move the sections below it.
    if (hash === '' || chart.isPending || !isWhole) return
    const section = document.getElementById(decodeURIComponent(hash.slice(1)))
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
    // The key changes when the same section is chosen again, so that the page scrolls to it again.
  }, [hash, key, chart.isPending, isWhole])

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
                {/* Replaces the history entry, because Back asks about logging out. */}
                <Link to={{ hash: `#${id}` }} replace aria-current={hash === `#${id}` ? 'location' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.text}>
          <p className={classes.lead}>
            For accountants, this page explains how each type of document posts, the chart of accounts, rounding and
            VAT, reconciling and closing, books, certificates and taxes. It ends with a glossary. The examples are
            computed with the same rules that post your documents.
          </p>
          <PostingSections />
          {isWhole && (
            <>
              <FiguresSections />
              <BooksSections />
              <Part id="glossary">
                <Suspense fallback={null}>
                  <GlossaryTerms />
                </Suspense>
              </Part>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
