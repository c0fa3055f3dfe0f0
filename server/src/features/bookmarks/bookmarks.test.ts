// Bookmarks: a person's own cards, filled from the table of cards.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addBookmark, listBookmarks, removeBookmark } from '@talaan/contract/bookmarks.ts'
import { cards } from '@talaan/contract/cards.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/portal.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

const add = (caller: Caller, cardId: string, more: object = {}) =>
  caller.call(addBookmark, { body: { cardId, ...more } })
const remove = (caller: Caller, cardId: string) => caller.call(removeBookmark, { params: { cardId } })
const listed = async (caller: Caller) => (await caller.call(listBookmarks)).answer.bookmarks
const ids = async (caller: Caller) => (await listed(caller)).map(({ cardId }) => cardId)

test('bookmarks are listed in the order of creation, and disappear when removed', async () => {
  const ana = await p.signIn('ana')
  expect(await listed(ana)).toEqual([])
  for (const cardId of ['transfer', 'invoice', 'bills']) {
    await add(ana, cardId)
    p.clock.forward(1)
  }
  expect(await ids(ana)).toEqual(['transfer', 'invoice', 'bills'])
  expect((await remove(ana, 'invoice')).body).toEqual({ success: true })
  expect(await ids(ana)).toEqual(['transfer', 'bills'])
})

test('only the card id is taken from the request; the other fields come from our cards', async () => {
  const ana = await p.signIn('ana')
  const forged = {
    title: '<script>',
    description: 'x',
    buttonText: 'x',
    buttonLink: 'javascript:alert(1)',
    category: 'Bills',
    _id: 'mine',
  }
  const { id: cardId, title, description, buttonText, buttonLink, category } = cards[0]!
  const expected = { _id: expect.any(String), cardId, title, description, buttonText, buttonLink, category }
  expect((await add(ana, cardId, forged)).body).toEqual({ success: true, bookmark: expected })
  expect(await listed(ana)).toEqual([expected])
  expect((await listed(ana))[0]?._id).not.toBe('mine')
})

test('a card bookmarked twice is one bookmark, and removing it twice is no error', async () => {
  const ana = await p.signIn('ana')
  const replies = await Promise.all([add(ana, 'invoice'), add(ana, 'invoice')])
  expect(replies[0]!.answer.bookmark).toEqual(replies[1]!.answer.bookmark)
  expect(await ids(ana)).toEqual(['invoice'])
  expect((await remove(ana, 'invoice')).status).toBe(200)
  expect((await remove(ana, 'invoice')).status).toBe(200)
})

test('only our cards can be bookmarked', async () => {
  const ana = await p.signIn('ana')
  for (const reply of [await add(ana, 'nothing'), await remove(ana, 'nothing')]) {
    expect([reply.status, reply.body.code]).toEqual([404, 'bookmarks.noSuchCard'])
  }
  expect((await add(ana, 'invoice', { userId: 'ben' })).status).toBe(400)
})

test('a card that the role may not open cannot be bookmarked, and is not listed after a role change', async () => {
  const ana = await p.signIn('ana')
  expect((await add(ana, 'bankreconciliation')).status).toBe(404)
  const ben = await p.signIn('ben')
  await add(ben, 'bankreconciliation')
  expect(await ids(ben)).toEqual(['bankreconciliation'])
  await p.db.kysely.updateTable('users').set({ role: 'user' }).where('client_id', '=', 'ben').execute()
  expect(await ids(ben)).toEqual([])
})

test('bookmarks of another user are neither visible nor removable', async () => {
  const ana = await p.signIn('ana')
  const ben = await p.signIn('ben')
  await add(ana, 'invoice')
  expect(await listed(ben)).toEqual([])
  await remove(ben, 'invoice')
  expect(await ids(ana)).toEqual(['invoice'])
})

test('bookmarks need a session', async () => {
  for (const reply of [
    await p.nobody.call(listBookmarks),
    await add(p.nobody, 'invoice'),
    await remove(p.nobody, 'invoice'),
  ]) {
    expect(reply.status).toBe(401)
  }
})
