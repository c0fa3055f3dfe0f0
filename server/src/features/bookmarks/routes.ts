// A person's bookmarked cards: only the card id is stored, the rest comes from the table of cards.
import { randomUUID } from 'node:crypto'
import { addBookmark, bookmarkProblems, listBookmarks, removeBookmark } from '@talaan/contract/bookmarks.ts'
import type { Bookmark } from '@talaan/contract/bookmarks.ts'
import { cardOf } from '@talaan/contract/cards.ts'
import type { Card } from '@talaan/contract/cards.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import type { Viewer } from '../../platform/viewer.ts'

export const bookmarks = ({ db, clock }: AppContext): Route[] => [
  answers(listBookmarks, async ({ viewer }) => {
    const rows = await db.kysely
      .selectFrom('bookmark')
      .select(['id', 'card_id as cardId'])
      .where('user_id', '=', viewer.userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return {
      bookmarks: rows.flatMap(({ id, cardId }) => {
        const card = cardFor(viewer, cardId)
        return card ? [bookmarkOf(id, card)] : []
      }),
    }
  }),

  answers(addBookmark, async ({ viewer, body }) => {
    const card = cardFor(viewer, body.cardId)
    if (!card) throw new Refusal(bookmarkProblems.noSuchCard)
    const { id } = await db.kysely
      .insertInto('bookmark')
      .values({ id: randomUUID(), user_id: viewer.userId, card_id: card.id, created_at: timestamp(clock.now()) })
      // Already bookmarked: returns the same bookmark.
      .onConflict((conflict) => conflict.columns(['user_id', 'card_id']).doUpdateSet({ card_id: card.id }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { success: true as const, bookmark: bookmarkOf(id, card) }
  }),

  answers(removeBookmark, async ({ viewer, params: { cardId } }) => {
    if (!cardOf(cardId)) throw new Refusal(bookmarkProblems.noSuchCard)
    await db.kysely.deleteFrom('bookmark').where('user_id', '=', viewer.userId).where('card_id', '=', cardId).execute()
    return { success: true as const }
  }),
]

/** A card the person may open; others are reported as missing. */
function cardFor({ role }: Viewer, cardId: string): Card | undefined {
  const card = cardOf(cardId)
  return card?.roles.includes(role) ? card : undefined
}

const bookmarkOf = (
  _id: string,
  { id: cardId, title, description, buttonText, buttonLink, category }: Card,
): Bookmark => ({
  _id,
  cardId,
  title,
  description,
  buttonText,
  buttonLink,
  category,
})
