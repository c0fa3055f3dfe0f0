// The keyboard shortcuts: g and letters open a page, n and the same letters open its form. The palette, the list of
// shortcuts and the form frames use this table.
import { categoryPages, type Category, formScreens } from './cards.ts'

const categoryLetters = {
  Invoice: 'i',
  CollectionReceipt: 'r',
  PettyCash: 'c',
  Bills: 'b',
  Payments: 'p',
  ChequeDisbursement: 'q',
  Deposit: 'd',
  Withdrawal: 'w',
  Transfer: 't',
  Tin: 'u',
  BankReconciliation: 's',
  LooseLeaf: 'l',
  Documentation: 'o',
} satisfies Record<Category, string>

const formLetters: Record<string, string> = {
  invoice: categoryLetters.Invoice,
  collectionreceipt: categoryLetters.CollectionReceipt,
  pettycash: categoryLetters.PettyCash,
  bills: categoryLetters.Bills,
  payment: categoryLetters.Payments,
  chequedisbursement: categoryLetters.ChequeDisbursement,
  deposit: categoryLetters.Deposit,
  withdraw: categoryLetters.Withdrawal,
  transfer: categoryLetters.Transfer,
  customertin: categoryLetters.Tin,
  vendortin: 'v',
  bankreconciliation: categoryLetters.BankReconciliation,
  looseleaf: categoryLetters.LooseLeaf,
  journalvoucher: 'z',
  payroll: 'n',
  creditmemo: 'm',
  debitmemo: 'e',
}

const pageLetters: Record<string, string> = {
  '/dashboard': 'h',
  '/transactions': 'e',
  '/taxcompliance': 'x',
  '/financialreport': 'f',
  '/userManagement': 'a',
  '/settings': 'j',
  '/contact': 'k',
  '/journalvoucher': 'z',
  '/payroll': 'n',
  '/financialreport/close': 'y',
  '/trust': 'v',
  '/usermanual': 'm',
  '/Documentation/Sample': categoryLetters.Documentation,
}

/** The shortcut for an address, and the address for each shortcut. */
export const sequences: Readonly<Record<string, string>> = /* @__PURE__ */ allSequences()

function allSequences(): Record<string, string> {
  const pages = [
    ...Object.entries(pageLetters),
    ...categoryPages.map(({ path, category }) => [path, categoryLetters[category]]),
  ]
  return Object.fromEntries([
    ...pages.map(([path, letter]) => [`g ${letter}`, path]),
    ...formScreens.flatMap(({ frame, path }) => (formLetters[frame] ? [[`n ${formLetters[frame]}`, path]] : [])),
  ])
}

export const keysTo = (path: string): string | undefined =>
  Object.keys(sequences).find((keys) => sequences[keys] === path)

/** On a Mac, Ctrl is the command key: ⌘. */
export const globalKeys = {
  palette: 'Ctrl K',
  find: '/',
  help: '?',
  undo: 'Ctrl Z',
} as const

/** The only shortcuts that a form frame may pass on. The frame knows the letters but not the addresses. */
export const frameKeys: readonly string[] = [
  ...Object.values(globalKeys),
  ...new Set([...Object.values(pageLetters), ...Object.values(categoryLetters)].map((letter) => `g ${letter}`)),
  ...Object.values(formLetters).map((letter) => `n ${letter}`),
]

/**
 * Keys for the file next to a form. They use Alt, so that they also work while the user types in the form. They are
 * identified by their position on the keyboard.
 */
export const pictureKeys = {
  Period: 'in',
  Comma: 'out',
  Digit0: 'fit',
  KeyR: 'turn',
  PageDown: 'next',
  PageUp: 'previous',
  KeyP: 'show',
} as const
export type PictureAction = (typeof pictureKeys)[keyof typeof pictureKeys]
export const pictureActions = Object.values(pictureKeys)

/** What the key does with the file, if anything. */
export function pictureActionOf({ code, altKey, ctrlKey, metaKey, shiftKey }: Stroke): PictureAction | undefined {
  const isPlain = altKey && !ctrlKey && !metaKey && !shiftKey
  return isPlain && Object.hasOwn(pictureKeys, code) ? pictureKeys[code as keyof typeof pictureKeys] : undefined
}

/** The properties of a KeyboardEvent, a type that this package doesn't have. */
type Stroke = { code: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

export const keyWords = {
  lettersOn: 'Single-letter shortcuts',
  lettersHint: 'When off, only shortcuts with Ctrl work. Turn this off if you use speech input.',
  palette: 'Find anything',
  overlay: 'Keyboard shortcuts',
  undo: 'Undo last change',
} as const
