// The permissions, the cap, and the messages of User Management and other actions match the specification exactly.
import { expect, test } from 'vitest'
import { bookmark, bookmarkWords } from './bookmarks.ts'
import { contactWords, inquiry } from './contact.ts'
import { passwordWords } from './password.ts'
import { roles, roleWords } from './roles.ts'
import { addUser, listedUser, maximumActiveAccounts, refusal, resetPassword, userWords } from './users.ts'

const carla = { clientId: 'carla', role: 'admin' } as const
const clara = { clientId: 'clara', role: 'admin' } as const
const ben = { clientId: 'ben', role: 'accountant' } as const
const bong = { clientId: 'bong', role: 'accountant' } as const
const ana = { clientId: 'ana', role: 'user' } as const
const people = [carla, clara, ben, bong, ana]

test('the roles are admin, accountant and user, shown as Admin, Accountant and User', () => {
  expect(roles.map((role) => [role, roleWords[role]])).toEqual([
    ['admin', 'Admin'],
    ['accountant', 'Accountant'],
    ['user', 'User'],
  ])
})

test('Reset Password on an admin account needs an admin viewer, on an accountant account an accountant viewer, and an accountant may only change their own password', () => {
  const may = (viewer: (typeof people)[number]) =>
    people.filter((target) => refusal.resetPassword(viewer, target) === undefined)
  expect(may(carla)).toEqual([carla, clara, ana])
  expect(may(ben)).toEqual([ben])
  expect(may(ana)).toEqual([])
  expect(refusal.resetPassword(ben, ana)?.sentence).toBe('Not allowed')
})

test("admin and accountant accounts cannot be deactivated or deleted: 'Account cannot be deactivated or deleted'", () => {
  for (const viewer of people)
    for (const target of [carla, clara, ben, bong])
      expect(refusal.deactivate(viewer, target)?.sentence).toBe('Account cannot be deactivated or deleted')
  for (const viewer of [carla, ben]) expect(refusal.deactivate(viewer, ana)).toBeUndefined()
})

test("adding or activating is capped at 5 active accounts: 'You can only have a maximum of 5 active accounts (including Admin).'", () => {
  expect(maximumActiveAccounts).toBe(5)
  expect(refusal.seat(4)).toBeUndefined()
  for (const active of [5, 6])
    expect(refusal.seat(active)?.sentence).toBe('You can only have a maximum of 5 active accounts (including Admin).')
})

test('a user in the list is ClientId, Role, Active, isOnline, Company; a bookmark is cardId, title, description, buttonText, buttonLink, category and optionally an _id', () => {
  expect(Object.keys(listedUser.shape)).toEqual(['ClientId', 'Role', 'Active', 'isOnline', 'Company'])
  expect(Object.keys(addUser.body.shape)).toEqual(['ClientId', 'Company', 'Password', 'Role'])
  expect(Object.keys(resetPassword.body.shape)).toEqual(['Password', 'adminPassword'])
  expect(Object.keys(bookmark.shape).toSorted()).toEqual(
    ['_id', 'buttonLink', 'buttonText', 'cardId', 'category', 'description', 'title'].toSorted(),
  )
})

test('an inquiry is name, company, email, topic (general or bug), message; for bugs also bugDescription, timeEncountered (HH:MM), dateEncountered (YYYY-MM-DD)', () => {
  const general = { company: 'Bahay Kubo', email: 'ana@bahaykubo.example', topic: 'general', message: 'When?' }
  const bug = { topic: 'bug', bugDescription: 'White', timeEncountered: '14:30', dateEncountered: '2026-03-15' }
  const wrongIn = (body: object) =>
    inquiry
      .safeParse(body)
      .error?.issues.map(({ path }) => path.join('.'))
      .toSorted() ?? []
  expect(wrongIn(general)).toEqual([])
  expect(wrongIn({ ...general, name: 'Ana', ...bug })).toEqual([])
  expect(wrongIn({ topic: 'general' })).toEqual(['company', 'email', 'message'])
  expect(wrongIn({ ...general, topic: 'praise' })).toEqual(['topic'])
  expect(wrongIn({ ...general, topic: 'bug' })).toEqual(['bugDescription', 'dateEncountered', 'timeEncountered'])
  expect(wrongIn({ ...general, ...bug, timeEncountered: '2:30 PM' })).toEqual(['timeEncountered'])
  expect(wrongIn({ ...general, ...bug, dateEncountered: '03/15/2026' })).toEqual(['dateEncountered'])
})

test('the messages about accounts, bookmarks and inquiries match the specification word for word', () => {
  expect(userWords).toMatchObject({
    duplicateTitle: 'Duplicate ClientID',
    addNetwork: 'Network error, failed to add user',
    reactivationFailed: 'User Reactivation Failed',
    created: 'User Created',
    deleted: { title: 'Account Deleted', message: 'Account Permanently Deleted' },
    deactivated: 'Account Deactivated',
    reset: 'Reset Successful',
  })
  expect(passwordWords).toMatchObject({
    weak: 'Weak password',
    notMet: 'Password does not meet requirements',
    mismatch: 'Passwords do not match',
    firstLoginMismatch: 'password does not match',
  })
  expect(bookmarkWords).toMatchObject({
    title: 'Favorites / Bookmarked',
    none: 'No bookmarks yet.',
    addFailed: 'Failed to bookmark.',
    removeFailed: 'Failed to remove bookmark.',
    added: 'Bookmark added',
    removed: 'Bookmark removed',
  })
  expect(contactWords).toMatchObject({
    backToDashboard: 'Back to Dashboard',
    failed: 'Trouble sending Inquiry, Please try again',
    sent: 'Inquiry Sent',
  })
})
