// Open receivables and payables by document, and credits that later documents can use.
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

export const openSide = z.enum(['receivable', 'payable'])
export type OpenSide = z.infer<typeof openSide>

/** A party's open items by days past due. Credits are advances that are not applied yet. */
export const openParty = z.object({
  partyId: z.uuid(),
  name: z.string(),
  tin: z.string(),
  documents: z.int(),
  open: money,
  credit: money,
  /** Credits of the other side that can be refunded: the customer's in a payment, the company's own in a collection. */
  refundable: money,
  /** Not yet due, 1 to 30 days past due, 31 to 60, 61 to 90, more. */
  ages: z.tuple([money, money, money, money, money]),
  oldestDue: z.nullable(day),
})
export type OpenParty = z.infer<typeof openParty>

export const openItem = z.object({
  documentId: z.uuid(),
  account: z.string(),
  kind: z.enum(documentTypeNames),
  number: z.string(),
  externalNo: z.nullable(z.string()),
  day,
  dueDay: z.nullable(day),
  partyId: z.nullable(z.uuid()),
  /** The party's name; null for money that belongs to no party. */
  partyName: z.nullable(z.string()),
  opened: money,
  open: money,
  /** As stored on the document's lines. */
  net: money,
  vat: money,
  withheld: money,
  /** Whether services are the larger part, because services have their own withholding codes. */
  services: z.boolean(),
})
export type OpenItemAnswer = z.infer<typeof openItem>

/**
 * The first page of a payment: customers or suppliers with open documents, followed by those with refundable credits.
 */
export const listOpenParties = endpoint({
  name: 'openItems.parties',
  method: 'GET',
  path: '/api/open-items/parties',
  access: everyone,
  frame: true,
  query: z.strictObject({ side: openSide, search: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({ parties: z.array(openParty) }),
  failure: 'The unpaid documents could not be loaded. Try again.',
})

/**
 * Open documents with the oldest due date first, unused credits, and refundable credits: all of one party, or pages with those of all
 * parties.
 */
export const listOpenItems = endpoint({
  name: 'openItems.list',
  method: 'GET',
  path: '/api/open-items',
  access: everyone,
  frame: true,
  query: z.strictObject({
    side: openSide,
    partyId: z.optional(z.uuid()),
    after: z.optional(
      z.string().check(
        z.regex(/^\d{4}-\d\d-\d\d \w{1,20} .{1,60}$/, 'The list has changed. Load it again.'),
        z.refine((after) => day.safeParse(after.slice(0, 10)).success, 'The list has changed. Load it again.'),
      ),
    ),
  }),
  answer: z.object({
    items: z.array(openItem),
    credits: z.array(openItem),
    refundable: z.array(openItem),
    next: z.nullable(z.string()),
  }),
  failure: 'The unpaid documents could not be loaded. Try again.',
})

/** Undeposited receipts and withdrawals, and transfers in transit, oldest first. */
export const listUndeposited = endpoint({
  name: 'openItems.undeposited',
  method: 'GET',
  path: '/api/open-items/undeposited',
  access: everyone,
  frame: true,
  answer: z.object({ items: z.array(openItem) }),
  failure: 'The undeposited receipts could not be loaded. Try again.',
})

/** The open items of an account, oldest first, that a journal voucher can settle. */
export const listItemsOn = endpoint({
  name: 'openItems.on',
  method: 'GET',
  path: '/api/open-items/on/:account',
  access: adminsAndAccountants,
  frame: true,
  params: z.strictObject({ account: accountCode }),
  answer: z.object({ items: z.array(openItem) }),
  failure: 'The open documents could not be loaded. Try again.',
})
