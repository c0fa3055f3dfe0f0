// The chapters of the manual. Each loads when it is first shown; the search loads all of them.
import type { ManualPassage, ManualTabName } from '@talaan/contract/manual.ts'
import { manualTabs } from '@talaan/contract/manual.ts'
import { type Chapter, textOf } from './chapter.ts'

export const chapters: Record<ManualTabName, () => Promise<{ chapter: Chapter }>> = {
  'getting-started': () => import('./chapters/getting-started.tsx'),
  invoices: () => import('./chapters/invoices.tsx'),
  collectionreceipts: () => import('./chapters/collectionreceipts.tsx'),
  pettycash: () => import('./chapters/pettycash.tsx'),
  bills: () => import('./chapters/bills.tsx'),
  billspayments: () => import('./chapters/billspayments.tsx'),
  chequedisbursement: () => import('./chapters/chequedisbursement.tsx'),
  deposits: () => import('./chapters/deposits.tsx'),
  transfers: () => import('./chapters/transfers.tsx'),
  withdrawals: () => import('./chapters/withdrawals.tsx'),
}

export async function loadPassages(): Promise<ManualPassage[]> {
  const loaded = await Promise.all(
    manualTabs.map(async ({ tab }) => ({ tab, sections: (await chapters[tab]()).chapter.sections })),
  )
  return loaded.flatMap(({ tab, sections }) =>
    sections.map((section) => ({ tab, section: section.title, text: textOf(section) })),
  )
}
