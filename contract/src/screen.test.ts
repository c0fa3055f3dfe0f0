// Sizes, layers and texts that all screens share match the specification exactly.
import { expect, test } from 'vitest'
import { defaultManualTab } from './manual.ts'
import { layers, mobileBreakpointPx, notificationLimits, portalWords } from './screen.ts'

test('layering: app 100, modal 200, popover 300, overlay 400, max 9999; mobile breakpoint 760 px', () => {
  expect(layers).toEqual({ app: 100, modal: 200, popover: 300, overlay: 400, max: 9999 })
  expect(mobileBreakpointPx).toBe(760)
})

test('notifications: 4000 ms auto-close, at most 5 at a time, width 440', () => {
  expect(notificationLimits).toEqual({ autoCloseMs: 4000, atMost: 5, width: 440 })
})

test("the unauthorized page says 'Restricted Area', 401 and Log In Account; a form links back and to the manual", () => {
  expect(portalWords.restricted).toEqual({ title: 'Restricted Area', code: '401', button: 'Log In Account' })
  expect(portalWords.backToDashboard).toBe('Back To Dashboard')
  expect(portalWords.manualButton).toBe('Need Help? Click here for user Manual')
})

test('the default manual tab is getting-started', () => {
  expect(defaultManualTab.tab).toBe('getting-started')
})
