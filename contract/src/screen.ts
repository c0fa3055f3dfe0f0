// Sizes, layers and texts shared by every screen; without schemas, so that the sign-in screen stays small.

/** Layers, notifications and sizes of the specification's section 9. */
export const layers = { app: 100, modal: 200, popover: 300, overlay: 400, max: 9999 } as const
export const notificationLimits = { autoCloseMs: 4000, atMost: 5, width: 440 } as const
export const mobileBreakpointPx = 760

export const portalWords = {
  product: 'Talaan',
  restricted: { title: 'Restricted Area', code: '401', button: 'Log In Account' },
  backToDashboard: 'Back To Dashboard',
  manualButton: 'Need Help? Click here for user Manual',
} as const

/** The only call of the sign-in screen before anything is typed: the company. */
export const portalFactsPath = '/api/portal'
