// Timers, storage keys and messages of a session match the specification exactly; their behaviour is tested in the
// browser.
import { expect, test } from 'vitest'
import { bookmarkRefreshMs } from './bookmarks.ts'
import {
  clientIdPrefix,
  idleLogoutSeconds,
  idleWarningSeconds,
  logIn,
  logOut,
  pingSeconds,
  sessionProblems,
  sessionRefreshSeconds,
} from './session.ts'
import { sessionWords, storageKeys } from './sign-in.ts'

test('inactivity warning 3481 s; auto-logout 3600 s; session refresh every 15 minutes; presence ping every 10 minutes; bookmark refresh every 300000 ms', () => {
  expect([idleWarningSeconds, idleLogoutSeconds]).toEqual([3481, 3600])
  expect(sessionRefreshSeconds).toBe(15 * 60)
  expect(pingSeconds).toBe(10 * 60)
  expect(bookmarkRefreshMs).toBe(300_000)
})

test('the browser storage keys are token, firebaseIdToken, userRole, sessionId, firstLogin, clientId, bookmarks and Users', () => {
  expect(Object.values(storageKeys)).toEqual([
    'token',
    'firebaseIdToken',
    'userRole',
    'sessionId',
    'firstLogin',
    'clientId',
    'bookmarks',
    'Users',
  ])
})

test('a login is sent as ClientId, Password and optional forceLogout, and answered with success, customToken, company, sessionId, role and firstLogin', () => {
  expect(Object.keys(logIn.body.shape)).toEqual(['ClientId', 'Password', 'forceLogout'])
  expect(Object.keys(logIn.answer.shape)).toEqual([
    'success',
    'customToken',
    'company',
    'sessionId',
    'role',
    'firstLogin',
  ])
  expect(Object.keys(logOut.body.shape)).toEqual(['sessionId', 'isOnline'])
  expect(clientIdPrefix).toBe('client_')
})

test('the sign-in messages match the specification word for word', () => {
  const said = { ...sessionWords.alreadyLoggedInDialog, message: sessionWords.alreadyLoggedInDialog.message('ana') }
  expect({ ...sessionWords, alreadyLoggedInDialog: said }).toMatchObject({
    allRequired: 'All fields are required',
    logInFailed: { title: 'Log In Failed', message: 'Please enter correct Client ID and Password' },
    noResponse: 'Something went wrong. Please try again.',
    forceFailed: 'Unable to force logout. Please try again.',
    unauthorizedCompany: { title: 'Unauthorized Company', message: 'Only employees of the company can log in' },
    alreadyLoggedIn: {
      title: 'Already Logged In',
      message: 'Your account is active on another device. Please log out there first.',
    },
    deactivatedDialog: {
      title: 'DEACTIVATED USER',
      message: 'Your account is deactivated. Please contact your administrator.',
      close: 'OK',
    },
    alreadyLoggedInDialog: {
      title: 'Already Logged In',
      message: 'Your account ana is active on another device. Would you like to log out there and continue here?',
      cancel: 'Cancel',
      confirm: 'Continue',
    },
    forgotDialog: {
      title: 'FORGOT PASSWORD?',
      message: 'Please contact your administrator to reset your password.',
      close: 'Done',
    },
    backDialog: {
      title: 'You are about to log out',
      message: 'Closing this window will disregard them',
      stay: 'Stay Logged In',
      leave: 'Log Out',
    },
    idleDialog: { message: 'You will be logged out in 1 minute.', stay: 'Stay Logged In', leave: 'Log Out' },
    tagline: 'Spend less time managing, more time growing.',
    passwordUpdated: 'Password Updated',
    couldNotUpdate: 'Could not update password',
    networkError: 'Network error',
  })
  expect([119, 60, 5, 0].map(sessionWords.idleDialog.left)).toEqual([
    'Time left: 1:59',
    'Time left: 1:00',
    'Time left: 0:05',
    'Time left: 0:00',
  ])
  // The browser distinguishes the two refusals by these texts.
  expect(sessionProblems.deactivated.sentence).toContain('deactivated')
  expect(sessionProblems.alreadyLoggedIn.sentence).toContain('already logged in')
})
