// Texts and storage keys of the sign-in screen. There are no schemas, because the screen must render before a validator
// could load.

/** Browser storage keys, exactly as specified. */
export const storageKeys = {
  token: 'token',
  firebaseIdToken: 'firebaseIdToken',
  userRole: 'userRole',
  sessionId: 'sessionId',
  firstLogin: 'firstLogin',
  clientId: 'clientId',
  bookmarks: 'bookmarks',
  users: 'Users',
} as const

export const sessionWords = {
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
    message: (id: string) =>
      `Your account ${id} is active on another device. Would you like to log out there and continue here?`,
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
  idleDialog: {
    title: 'Are you still there?',
    message: 'You will be logged out in 1 minute.',
    left: (seconds: number) => `Time left: ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    stay: 'Stay Logged In',
    leave: 'Log Out',
  },
  firstLoginDialog: { title: 'Change Default Password', message: 'Choose your own password to continue.' },
  passwordUpdated: 'Password Updated',
  couldNotUpdate: 'Could not update password',
  networkError: 'Network error',
  tagline: 'Spend less time managing, more time growing.',
} as const
