// The calls of the portal match the specification exactly.
import { expect, test } from 'vitest'
import { addBookmark, listBookmarks, removeBookmark } from './bookmarks.ts'
import { sendInquiry } from './contact.ts'
import { addressOf } from './endpoint.ts'
import { changeFirstPassword, dashboard, goOnline, logIn, logOut, ping } from './session.ts'
import { addUser, deactivateUser, deleteUser, listUsers, reactivateUser, resetPassword } from './users.ts'

test('the calls have these methods and paths, and all but login and logout need a session', () => {
  const params = { clientId: 'client_ana', cardId: 'invoice' }
  const calls = [
    logIn,
    logOut,
    goOnline,
    ping,
    dashboard,
    listBookmarks,
    addBookmark,
    removeBookmark,
    changeFirstPassword,
    listUsers,
    addUser,
    resetPassword,
    deactivateUser,
    reactivateUser,
    deleteUser,
    sendInquiry,
  ]
  expect(calls.map((each) => `${each.method} ${addressOf(each, params)}`)).toEqual([
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'POST /api/auth/online',
    'POST /api/auth/ping',
    'GET /api/auth/Dashboard',
    'GET /api/bookmarks',
    'POST /api/bookmarks',
    'DELETE /api/bookmarks/invoice',
    'PATCH /api/auth/firstLogin/client_ana',
    'GET /api/auth/userManagement',
    'POST /api/auth/userManagement',
    'PATCH /api/auth/userManagement/client_ana',
    'PATCH /api/auth/userManagement/deactivate/client_ana',
    'PATCH /api/auth/userManagement/reactivate/client_ana',
    'DELETE /api/auth/userManagement/client_ana',
    'POST /api/contact',
  ])
  expect(calls.filter(({ access }) => access === 'open')).toEqual([logIn, logOut])
})
