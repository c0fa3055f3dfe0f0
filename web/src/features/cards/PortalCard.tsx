// A card of the portal with its purpose, its bookmark, and the button that opens it.
import { ActionIcon, Button, Text, Title } from '@mantine/core'
import { cardTarget, opensNewTab, type Card } from '@talaan/contract/cards.ts'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import type { Bookmarks } from './bookmarks.ts'
import classes from './cards.module.css'

type Props = {
  card: Pick<Card, 'id' | 'category' | 'title' | 'description' | 'buttonText' | 'buttonLink'>
  bookmarks: Bookmarks
  heading: 2 | 3
}

export function PortalCard({ card, bookmarks, heading }: Props) {
  const marked = bookmarks.has(card.id)
  const target = cardTarget(card)
  const words = marked ? 'Remove bookmark' : 'Bookmark'
  return (
    <article className={classes.card} aria-label={card.title}>
      <div className={classes.head}>
        <Title order={heading} size="h3">
          {card.title}
        </Title>
        <ActionIcon
          size="lg"
          aria-pressed={marked}
          aria-label={`Bookmark ${card.title}`}
          title={words}
          color={marked ? 'yellow' : 'gray'}
          className={classes.star}
          onClick={() => bookmarks.toggle(card)}
        >
          <Icon name="star" filled={marked} />
        </ActionIcon>
      </div>
      <Text size="sm" c="dimmed" flex={1}>
        {card.description}
      </Text>
      {opensNewTab(target) ? (
        <Button component="a" href={target} target="_blank" rel="noopener noreferrer">
          {card.buttonText}
        </Button>
      ) : (
        <Button component={Link} to={target}>
          {card.buttonText}
        </Button>
      )}
    </article>
  )
}
