// The excess of a return: creditable VAT withheld and other credits above the VAT due (item 21 of 2550Q), an
// over-remittance of withheld tax (item 25 of 1601-EQ), or the overpayment of an annual income tax return. Each is a
// credit of its own kind, with one use that the accountant chooses: the next return deducts it, or it is claimed as a
// refund or tax credit certificate.
import type { Money } from '../../core/money.ts'
import type { Period } from '../calendar/forms.ts'

type Figures = { base: Money; tax: Money }

export const excessUses = ['carried', 'refund', 'tcc'] as const
export type ExcessUse = (typeof excessUses)[number]

export const excessUseWords = {
  carried: 'Carry over to the next return',
  refund: 'Claim as a refund',
  tcc: 'Claim as a tax credit certificate (TCC)',
} satisfies Record<ExcessUse, string>

export const excessForms = ['2550Q', '1601-EQ', '1702-RT', '1701', '1701A'] as const
export type ExcessForm = (typeof excessForms)[number]
export const hasExcessUse = (form: string): form is ExcessForm => (excessForms as readonly string[]).includes(form)

/** The box below which the excess is shown, the box that is negative, and what the excess is called. */
const rows = {
  '2550Q': { box: '21', negative: '21', what: 'Excess credits' },
  '1601-EQ': { box: '25', negative: '25', what: 'Over-remittance' },
  '1702-RT': { box: '21', negative: '16', what: 'Overpayment' },
  '1701': { box: '31', negative: '24', what: 'Overpayment' },
  '1701A': { box: '29', negative: '22', what: 'Overpayment' },
} as const satisfies Record<ExcessForm, { box: string; negative: string; what: string }>

export const excessName = (form: ExcessForm): string => rows[form].what

const rowWords = {
  carried: 'carried over to the next return',
  refund: 'claimed as a refund',
  tcc: 'claimed as a tax credit certificate',
} satisfies Record<ExcessUse, string>

/**
 * The uses of the excess of a period. An over-remittance of withheld tax can't be carried over to the next calendar
 * year (form 1601-EQ, item 25: "not applicable for succeeding year"). Excess credits of VAT have no such limit (NIRC
 * section 114(C) makes the tax withheld creditable; section 112(C) is the claim), nor has an overpayment of income tax
 * (section 76).
 */
export function usesOf(form: ExcessForm, { to }: Period): readonly ExcessUse[] {
  return form === '1601-EQ' && to.slice(5, 7) === '12' ? ['refund', 'tcc'] : excessUses
}

/** The use in force: the chosen one, or the first that is possible. */
export function excessUseInForce(form: ExcessForm, period: Period, chosen: ExcessUse | null): ExcessUse {
  const [first = 'refund', ...others] = usesOf(form, period)
  return chosen !== null && others.includes(chosen) ? chosen : first
}

/** The row of the excess with its use: 21.1 carried over, 21.2 refunded, 21.3 as a certificate; 25.1 to 25.3 too. */
export function excessRow(form: ExcessForm, period: Period, chosen: ExcessUse | null) {
  const use = excessUseInForce(form, period, chosen)
  const { box, negative, what } = rows[form]
  const from = form === '2550Q' ? ['15', '20'] : [negative]
  return {
    no: rowOf(form, use),
    label: `${what} ${rowWords[use]}`,
    columns: 'tax' as const,
    how: 'formula' as const,
    from,
    rule:
      form === '2550Q'
        ? `Credits in box 20 above the VAT due in box 15. They are not input tax and are never added to box 38.`
        : form !== '1601-EQ'
          ? `A negative amount in box ${negative}.${form === '1702-RT' ? " Once the return is filed, the choice to carry it over can't be changed (NIRC section 76)." : ''}`
          : use === 'carried'
            ? 'A negative amount in box 25. It is carried over only within the same calendar year.'
            : `A negative amount in box ${box}.${
                usesOf(form, period).includes('carried')
                  ? ''
                  : ' At the end of the year, it is refunded or claimed as a tax credit certificate (TCC). It cannot be carried over to the next year.'
              }`,
    of: (figures: (no: string) => Figures) => ({ base: 0n, tax: excessIn(form, (no) => figures(no).tax) }),
  }
}

/** The amount that the next return deducts. Returns filed without the row carried their excess over. */
export function carriedFrom(form: ExcessForm, boxes: ReadonlyMap<string, Figures> | undefined): Money {
  if (boxes === undefined) return 0n
  const carried = boxes.get(rowOf(form, 'carried'))?.tax
  if (carried !== undefined) return carried
  return excessUses.some((use) => boxes.has(rowOf(form, use))) ? 0n : excessIn(form, (no) => boxes.get(no)?.tax ?? 0n)
}

/** The excess of a VAT return that was claimed as a refund or certificate. */
export const claimedBackIn = (boxes: ReadonlyMap<string, Figures> | undefined): Money =>
  (boxes?.get('21.2')?.tax ?? 0n) + (boxes?.get('21.3')?.tax ?? 0n)

/** The excess of a return, whatever its use is. */
export const excessOf = (form: ExcessForm, boxes: ReadonlyMap<string, Figures>): Money =>
  excessIn(form, (no) => boxes.get(no)?.tax ?? 0n)

export const isExcessRow = (no: string): boolean => /^(21|25|29|31)\.[123]$/.test(no)

const rowOf = (form: ExcessForm, use: ExcessUse): string => `${rows[form].box}.${excessUses.indexOf(use) + 1}`

function excessIn(form: ExcessForm, tax: (no: string) => Money): Money {
  const excess = form === '2550Q' ? tax('20') - notNegative(tax('15')) : -tax(rows[form].negative)
  return notNegative(excess)
}

const notNegative = (amount: Money): Money => (amount > 0n ? amount : 0n)
