// Sizes, layers and texts that all screens share. This module has no schemas, so that the sign-in screen stays small.

/** The layers, notifications and sizes in section 9 of the specification. */
export const layers = { app: 100, modal: 200, popover: 300, overlay: 400, max: 9999 } as const
export const notificationLimits = { autoCloseMs: 4000, atMost: 5, width: 440 } as const
export const mobileBreakpointPx = 760

export const portalWords = {
  product: 'Talaan',
  restricted: { title: 'Restricted Area', code: '401', button: 'Log In Account' },
  backToDashboard: 'Back To Dashboard',
  manualButton: 'Need Help? Click here for user Manual',
} as const

/** The only call that the sign-in screen makes before the user types: it returns the company. */
export const portalFactsPath = '/api/portal'
