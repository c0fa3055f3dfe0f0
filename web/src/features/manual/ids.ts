// The element ids by which the tabs and the panel of the manual refer to each other.
import type { ManualTab } from '@talaan/contract/manual.ts'

export const listId = 'manual-tabs'
export const panelId = 'manual-panel'
export const tabId = ({ tab }: Pick<ManualTab, 'tab'>) => `manual-tab-${tab}`
