// A category: the cards that start a new document, and below them the recorded ones.
import { Title, VisuallyHidden } from '@mantine/core'
import { cardsFor, type CategoryPage as Category } from '@talaan/contract/cards.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../app/session/session.ts'
import { useBookmarks } from './bookmarks.ts'
import classes from './cards.module.css'
import { PortalCard } from './PortalCard.tsx'

export function CategoryPage({ page, children }: { page: Category; children?: ReactNode }) {
  const bookmarks = useBookmarks()
  const { role } = useSession()
  return (
    <>
      <VisuallyHidden>
        <h1>{page.title}</h1>
      </VisuallyHidden>
      <section className={classes.new} aria-labelledby="new-cards">
        <Title order={2} id="new-cards" mb="sm">
          New
        </Title>
        <div className={classes.cards}>
          {cardsFor(role)
            .filter((card) => card.category === page.category)
            .map((card) => (
              <PortalCard key={card.id} card={card} bookmarks={bookmarks} heading={3} />
            ))}
        </div>
      </section>
      {children}
    </>
  )
}
