// Customers and suppliers: the search while typing, TIN registration, and warnings about similar registrations.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { correctionReason, noTinReasons, partyFields } from '@talaan/ledger/core/party.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

export const partyProblems = {
  notThere: {
    code: 'parties.notThere',
    status: 404,
    sentence: 'This customer or supplier is not registered. Register it first.',
  },
  duplicateTin: {
    code: 'parties.duplicateTin',
    status: 409,
    sentence: 'Another customer or supplier already has this TIN and branch code. Use that one.',
  },
  lookAlike: {
    code: 'parties.lookAlike',
    status: 409,
    sentence: 'Similar customers or suppliers are already registered. Use one of them, or register this one anyway.',
  },
  corrected: {
    code: 'parties.corrected',
    status: 409,
    sentence: 'Someone else has just changed this customer or supplier. Open it again to see the current details.',
  },
  nothingCorrected: {
    code: 'parties.nothingCorrected',
    status: 422,
    sentence: 'Nothing was changed. Correct a field, then review again.',
  },
  walkIns: {
    code: 'parties.walkIns',
    status: 409,
    sentence:
      'The customer “Various customers” is for all walk-in sales and cannot be changed. You can choose it on the invoice form.',
  },
  tinInUse: {
    code: 'parties.tinInUse',
    status: 409,
    sentence: 'Input VAT or tax withheld was recorded under this TIN, so you can correct it but not remove it.',
  },
  inUse: {
    code: 'parties.inUse',
    status: 409,
    sentence: 'This customer or supplier has documents and cannot be removed. You can correct its details instead.',
  },
  cannotMerge: {
    code: 'parties.cannotMerge',
    status: 409,
    sentence: 'These two registrations cannot be merged. Keep both.',
  },
  cannotUndoMerge: {
    code: 'parties.cannotUndoMerge',
    status: 409,
    sentence:
      'This merge can no longer be undone. If you need a separate registration, register the customer or supplier again.',
  },
} satisfies Record<string, Problem>

export const partyRole = z.enum(['customer', 'supplier'])
export type PartyRole = z.infer<typeof partyRole>

/** The other registration in a merge, and the reason. */
const merge = z.object({
  id: z.uuid(),
  name: z.string(),
  tin: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  /** Tax lists for earlier dates still show the merged registration. */
  taxFrom: day,
})
export type PartyMerge = z.infer<typeof merge>

/** A stored party: its id, display name, roles and registered details. */
export const party = z.object({
  id: z.uuid(),
  name: z.string(),
  customer: z.boolean(),
  supplier: z.boolean(),
  fields: partyFields,
  /** The number of corrections. */
  corrections: z.int(),
  /** The registration into which this one was merged. */
  mergedInto: z.nullable(merge),
  /** The registrations that were merged into this one, newest first. */
  merged: z.array(merge),
})
export type PartyAnswer = z.infer<typeof party>

/** A result in the search. */
export const partyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  tin: z.string(),
  address: z.string(),
  email: z.nullable(z.string()),
  kind: z.enum(['individual', 'non_individual']),
  vatStatus: z.enum(['vat', 'non_vat', 'unknown']),
  /** Drafts from earlier releases lack this field and the next one. */
  noTin: z._default(z.enum(noTinReasons), ''),
  country: z._default(z.string(), ''),
  government: z.boolean(),
  /** Drafts from earlier releases lack this field and the following ones. */
  withholdingExempt: z._default(z.string(), ''),
  registeredEnterprise: z._default(z.boolean(), false),
  zeroRatingCertificate: z._default(z.string(), ''),
  customer: z.boolean(),
  supplier: z.boolean(),
})
export type PartyRow = z.infer<typeof partyRow>

/** A result in the search, with the amounts for the requested role: amounts owed, and unused credits. */
export const partySearchRow = z.extend(partyRow, { balance: z.nullable(z.object({ open: money, credit: money })) })
export type PartySearchRow = z.infer<typeof partySearchRow>

/** The reason for the warning: the same TIN or foreign tax number, a TIN with one typing error, or a similar name. */
export const lookAlike = z.object({
  party: partyRow,
  reason: z.string(),
  /**
   * Whether a second registration is impossible, because the TIN, the foreign tax number, or the name of a foreign
   * party without a number is the same.
   */
  isSame: z.boolean(),
})

const byId = z.strictObject({ partyId: z.uuid() })

export const searchParties = endpoint({
  name: 'parties.search',
  method: 'GET',
  path: '/api/parties',
  access: everyone,
  frame: true,
  query: z.strictObject({ search: z.optional(z.string().check(z.maxLength(100))), role: z.optional(partyRole) }),
  answer: z.object({ parties: z.array(partySearchRow) }),
  failure: 'Customers and suppliers could not be searched. Try again.',
})

/** A row of the register, with the amounts that the party owes and is owed; null for a role that it does not have. */
export const listedParty = z.extend(partyRow, { receivable: z.nullable(money), payable: z.nullable(money) })
export type ListedParty = z.infer<typeof listedParty>

export const partyOrders = ['name', 'receivable', 'payable'] as const
export type PartyOrder = (typeof partyOrders)[number]
/** The register first shows this many rows, and at most `mostListed`. */
export const firstListed = 50
export const mostListed = 500

/**
 * The register. A search lists the best matches first; otherwise, names are sorted, or amounts from the largest down.
 */
export const listParties = endpoint({
  name: 'parties.list',
  method: 'GET',
  path: '/api/parties/register',
  access: everyone,
  query: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(100))),
    role: z.optional(partyRole),
    order: z.optional(z.enum(partyOrders)),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostListed)), firstListed),
  }),
  answer: z.object({ parties: z.array(listedParty), hasMore: z.boolean() }),
  failure: 'Customers and suppliers could not be loaded. Try again.',
})

export const getParty = endpoint({
  name: 'parties.get',
  method: 'GET',
  path: '/api/parties/:partyId',
  access: everyone,
  frame: true,
  params: byId,
  answer: z.object({ party }),
  failure: 'The customer or supplier could not be loaded. Try again.',
})

/** The balance with a party as of today, as a customer and as a supplier. */
export const partySide = z.object({
  side: z.enum(['receivable', 'payable']),
  documents: z.int(),
  open: money,
  overdue: money,
  /** Advances that are not used yet. */
  credit: money,
  /** Not yet due, 1 to 30 days past due, 31 to 60, 61 to 90, more. */
  ages: z.tuple([money, money, money, money, money]),
  oldestDue: z.nullable(day),
  /** The median of the days from due date to payment, of a customer who has paid a few invoices; negative if early. */
  usualDaysLate: z.nullable(z.int()),
})
export type PartySide = z.infer<typeof partySide>

export const getPartyOverview = endpoint({
  name: 'parties.overview',
  method: 'GET',
  path: '/api/parties/:partyId/overview',
  access: everyone,
  params: byId,
  answer: z.object({
    sides: z.array(partySide),
    /** Tax that the customer withheld, without a certificate so far. */
    certificates: money,
    /** Tax withheld from the supplier that is not on a form 2307 yet, by the first day of the quarter. */
    certificatesToIssue: z.array(z.object({ quarter: day, tax: money })),
  }),
  failure: 'The balances could not be loaded. Try again.',
})

/** Similar registrations, while the user types a TIN or a name. */
export const checkParty = endpoint({
  name: 'parties.check',
  method: 'POST',
  path: '/api/parties/check',
  access: everyone,
  frame: true,
  body: z.strictObject({
    tin: z.string().check(z.maxLength(40)),
    name: z.string().check(z.maxLength(200)),
    country: z._default(z.string().check(z.maxLength(2)), ''),
    foreignTaxNo: z._default(z.string().check(z.maxLength(40)), ''),
  }),
  answer: z.object({ lookAlikes: z.array(lookAlike) }),
  failure: 'Customers and suppliers could not be searched. Try again.',
})

/** Registers the party only once, even if the call is repeated: the form creates `registrationId` when it opens. */
export const registerParty = endpoint({
  name: 'parties.register',
  method: 'POST',
  path: '/api/parties',
  access: everyone,
  frame: true,
  body: z.strictObject({
    registrationId: z.uuid(),
    role: partyRole,
    fields: partyFields,
    /** True once the user has seen the similar registrations and confirmed that the party is a different one. */
    lookAlikesSeen: z._default(z.boolean(), false),
  }),
  answer: z.object({ party: partyRow, already: z.boolean() }),
  failure: "The registration may not have been saved. Try again; it won't be saved twice.",
})

/** Corrects a registration only once, even if the call is repeated. Recorded documents keep the old details. */
export const correctParty = endpoint({
  name: 'parties.correct',
  method: 'POST',
  path: '/api/parties/:partyId/corrections',
  access: adminsAndAccountants,
  frame: true,
  params: byId,
  body: z.strictObject({
    correctionId: z.uuid(),
    fields: partyFields,
    reason: correctionReason,
    /** The number of corrections when the form was opened; if there are more now, the form has to be reloaded. */
    after: z.int().check(z.minimum(0)),
    lookAlikesSeen: z._default(z.boolean(), false),
  }),
  answer: z.object({ party: partyRow, already: z.boolean() }),
  failure: "The correction may not have been saved. Try again; it won't be saved twice.",
})

export const partyCorrection = z.object({
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
})
export type PartyCorrection = z.infer<typeof partyCorrection>

/** All corrections of a party, newest first. */
export const listCorrections = endpoint({
  name: 'parties.corrections',
  method: 'GET',
  path: '/api/parties/:partyId/corrections',
  access: everyone,
  params: byId,
  answer: z.object({ corrections: z.array(partyCorrection) }),
  failure: 'The corrections could not be loaded. Try again.',
})

export const removeParty = endpoint({
  name: 'parties.remove',
  method: 'DELETE',
  path: '/api/parties/:partyId',
  access: adminsAndAccountants,
  params: byId,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The customer or supplier may not have been removed. Try again.',
})

const mergeQuery = z.strictObject({ into: z.uuid() })

/** The effects of a merge, and what it leaves unchanged. */
export const mergePreview = z.object({
  /** The registration to be merged, and the registration that stays. */
  goes: z.object({ name: z.string(), tin: z.string() }),
  stays: z.object({ name: z.string(), tin: z.string() }),
  documents: z.int(),
  openItems: z.int(),
  open: money,
  certificates: z.int(),
  /** Details that differ; those of the registration that stays are kept. */
  differences: z.array(z.object({ label: z.string(), goes: z.string(), stays: z.string() })),
  /**
   * Tax lists for earlier dates still show the merged registration, because returns were filed or certificates issued.
   */
  taxFrom: z.nullable(day),
  warnings: z.array(z.string()),
  /** The reason why the merge is refused; '' if it is possible. */
  refused: z.string(),
})
export type MergePreview = z.infer<typeof mergePreview>

export const previewMerge = endpoint({
  name: 'parties.previewMerge',
  method: 'GET',
  path: '/api/parties/:partyId/merge',
  access: adminsAndAccountants,
  params: byId,
  query: mergeQuery,
  answer: mergePreview,
  failure: 'The merge could not be checked. Try again.',
})

/** Merges a registration into another one, only once even if the call is repeated. */
export const mergeParty = endpoint({
  name: 'parties.merge',
  method: 'POST',
  path: '/api/parties/:partyId/merge',
  access: adminsAndAccountants,
  params: byId,
  body: z.strictObject({ mergeId: z.uuid(), into: z.uuid(), reason: correctionReason }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The registrations may not have been merged. Reload the page and check.',
})

export const undoMerge = endpoint({
  name: 'parties.undoMerge',
  method: 'POST',
  path: '/api/parties/:partyId/merge/undo',
  access: adminsAndAccountants,
  params: byId,
  body: z.strictObject({ undoId: z.uuid(), reason: correctionReason }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The merge may not have been undone. Reload the page and check.',
})
