// A rule as entered: the lines it applies to, its action, and its required fields.
import { z } from '../../core/zod.ts'
import { documentTypeNames } from '../../documents/words.ts'
import { accountCode, fieldSet, optionalEmail, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import type { Criterion } from './reasons.ts'

/** The reasons a rule may require: those people trust most. */
export const ruleCriteria = [
  'amount',
  'cheque',
  'reference',
  'only',
  'party',
  'together',
  'fee',
  'words',
  'tax',
] as const
export type RuleCriterion = (typeof ruleCriteria)[number] & Criterion
export const ruleCriterionWords = {
  amount: 'same amount',
  cheque: 'same cheque number',
  reference: 'same reference number',
  only: 'no other item has this amount',
  party: 'bank description contains the customer or supplier name',
  together: 'several lines add up to the same amount',
  fee: 'same amount including the bank fee',
  words: 'bank shows the type of transaction',
  tax: 'final tax is on the next or previous line',
} satisfies Record<RuleCriterion, string>

/** The action of a rule. */
export const ruleActions = ['match', 'charge', 'interest', 'debit', 'transfer'] as const
export type RuleAction = (typeof ruleActions)[number]
export const ruleActionWords = {
  match: 'match with the books',
  charge: 'record as a bank charge and match',
  interest: 'record as interest with final tax and match',
  debit: 'record as an automatic debit and match',
  transfer: 'record as a transfer between your accounts and match',
} satisfies Record<RuleAction, string>

const limit = z._default(
  z.nullable(money.check(z.refine((amount) => amount > 0n, 'Enter an amount of more than zero, or leave it empty.'))),
  null,
)

/** The fields of a rule, before their combination is validated. */
export const ruleShape = fieldSet({
  name: shortText('name of the rule', 80),
  does: z.enum(ruleActions, 'Choose an action.'),
  /** How words match: all of them anywhere in the bank's text, or at its beginning. */
  reads: z._default(z.enum(['contains', 'starts'], 'Choose how to search the description.'), 'contains'),
  /** Words of the bank's text; '' for any text. */
  words: z._default(
    z
      .string('Enter the words to search for.')
      .check(z.trim(), z.maxLength(120, 'Shorten the words to at most 120 characters.')),
    '',
  ),
  /** Money in, money out, or both. */
  direction: z._default(z.nullable(z.enum(['in', 'out'], 'Choose a direction.')), null),
  /** The minimum and maximum amount, in minor units of the account's currency; null for no limit. */
  atLeast: limit,
  atMost: limit,
  /** For matches: only documents of this type. */
  kind: z._default(z.nullable(z.enum(documentTypeNames, 'Choose a type of document from the list.')), null),
  /** For a charge or a debit: the account to debit. */
  counter: z._default(z.nullable(accountCode), null),
  /** For a transfer: the other account, and the address for its receipt; without one it only suggests. */
  other: z._default(z.nullable(accountCode), null),
  email: optionalEmail,
  /** Reasons that a suggestion needs before the rule confirms it; none if the rule records something itself. */
  needs: z._default(
    z.array(z.enum(ruleCriteria)).check(
      z.maxLength(ruleCriteria.length),
      z.overwrite((needs) => ruleCriteria.filter((each) => needs.includes(each))),
    ),
    [],
  ),
})

export const ruleFields = ruleShape.check(
  z.superRefine(({ does, words, needs, counter, other, kind, atLeast, atMost }, context) => {
    const mistake = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (needs.length === 0 && does === 'match') mistake('needs', 'Choose at least one condition.')
    if (needs.length === 0 && does !== 'match' && words === '')
      mistake('words', 'Enter words from the bank description.')
    if (does === 'debit' && counter === null) mistake('counter', 'Choose the account to debit.')
    if (does !== 'debit' && does !== 'charge' && counter !== null)
      mistake('counter', 'The account to debit applies only to charges and automatic debits. Clear this field.')
    if (does === 'transfer' && other === null) mistake('other', 'Choose the other account.')
    if (does !== 'transfer' && other !== null)
      mistake('other', 'The other account applies only to transfers. Clear this field.')
    if (does !== 'match' && kind !== null)
      mistake('kind', 'The type of document applies only to rules that match entries. Clear this field.')
    if (atLeast !== null && atMost !== null && atLeast > atMost)
      mistake('atMost', 'The maximum is below the minimum. Enter a larger amount.')
  }),
)
export type RuleFields = z.output<typeof ruleFields>

/** Why a rule of `account` may not book transfers to its target account; undefined if it may, or books none. */
export function transferMistake(
  { does, other }: Pick<RuleFields, 'does' | 'other'>,
  account: { code: string; currency: string },
  holdingMoney: readonly { code: string; currency: string }[],
): string | undefined {
  if (does !== 'transfer' || other === null) return undefined
  if (other === account.code) return `${other} is the account of this rule. Choose another one.`
  const found = holdingMoney.find(({ code }) => code === other)
  if (found === undefined) return `${other} is not an active bank or cash account. Choose one from the list.`
  return found.currency === account.currency
    ? undefined
    : `${other} is in ${found.currency} and ${account.code} in ${account.currency}. A rule cannot set the exchange rate. Record these transfers manually, or choose an account in ${account.currency}.`
}
