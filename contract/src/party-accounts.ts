// The bank accounts to which a supplier or customer is paid. Numbers are masked; users who may record payments can show
// a number.
import { day } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { recordersOf } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

export const partyAccountProblems = {
  notThere: {
    code: 'partyAccounts.notThere',
    status: 404,
    sentence: 'This bank account no longer exists. Reload the page and choose another one.',
  },
  changed: {
    code: 'partyAccounts.changed',
    status: 409,
    sentence:
      'Someone else has changed this bank account. Reload the page, check it, and change it again if necessary.',
  },
  nothingChanged: {
    code: 'partyAccounts.nothingChanged',
    status: 422,
    sentence: 'Nothing has changed. Change a field, or close the window.',
  },
  twice: {
    code: 'partyAccounts.twice',
    status: 409,
    sentence: 'This bank account is already registered here. Change that one instead.',
  },
} satisfies Record<string, Problem>

/** The maximum number of accounts for a party. */
export const maximumPartyAccounts = 20

/** '·7890' */
export const maskedNumber = (number: string): string => `·${number.replaceAll(/[ -]/g, '').slice(-4)}`

export const partyAccount = z.object({
  id: z.uuid(),
  bank: z.string(),
  accountName: z.string(),
  /** The last four digits. */
  masked: z.string(),
  currency: z.string(),
  active: z.boolean(),
  /** The number of changes so far, which the next change has to send. */
  nth: z.int(),
  /** Other customers and suppliers with the same number. */
  sameAs: z.array(z.string()),
  /** Newest first; the last one is the registration of the account. */
  history: z.array(
    z.object({
      by: z.string(),
      at: z.string(),
      reason: z.string(),
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type PartyAccount = z.infer<typeof partyAccount>

const byParty = z.strictObject({ partyId: z.uuid() })

/** Active ones first. */
export const listPartyAccounts = endpoint({
  name: 'partyAccounts.list',
  method: 'GET',
  path: '/api/parties/:partyId/bank-accounts',
  access: everyone,
  frame: true,
  params: byParty,
  answer: z.object({ accounts: z.array(partyAccount), today: day }),
  failure: 'The bank accounts could not be loaded. Try again.',
})

const typed = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(100, 'Enter at most 100 characters.'))

const numberShape = /^[0-9A-Za-z][0-9A-Za-z -]{2,38}[0-9A-Za-z]$/

/** Adds an account, or changes one with a reason. If the call is repeated, this still happens only once. */
export const savePartyAccount = endpoint({
  name: 'partyAccounts.save',
  method: 'PUT',
  path: '/api/parties/:partyId/bank-accounts/:accountId',
  access: adminsAndAccountants,
  params: z.strictObject({ partyId: z.uuid(), accountId: z.uuid() }),
  body: z.strictObject({
    changeId: z.uuid(),
    /** The number of changes when the form was opened; 0 for a new account. */
    after: z.int().check(z.minimum(0)),
    bank: typed('Enter the bank.'),
    accountName: typed('Enter the name of the account.'),
    /** When an account is changed, '' keeps its number. */
    number: z.string().check(
      z.trim(),
      z.refine(
        (number) => number === '' || (numberShape.test(number) && number.replaceAll(/[ -]/g, '').length >= 4),
        'An account number has 4 to 40 letters, digits, spaces or hyphens.',
      ),
    ),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Enter the three-letter currency code, such as PHP.')),
    active: z.boolean(),
    reason: z.string().check(z.trim(), z.maxLength(500)),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: "The bank account may not have been saved. Try again; it won't be saved twice.",
})

/** Returns the whole number; each call is an event in the audit trail. */
export const showPartyAccount = endpoint({
  name: 'partyAccounts.show',
  method: 'GET',
  path: '/api/parties/:partyId/bank-accounts/:accountId',
  access: recordersOf('payment'),
  params: z.strictObject({ partyId: z.uuid(), accountId: z.uuid() }),
  answer: z.object({ number: z.string() }),
  failure: 'The account number could not be loaded. Try again.',
})
