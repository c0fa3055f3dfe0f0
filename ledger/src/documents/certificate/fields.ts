// The fields of a certificate, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts } from '../../accounts/chart.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { itemKey } from '../facts.ts'

export const maximumCertificateRows = 100

const positive = (what: string) =>
  money.check(z.refine((given) => given > 0n, `Enter ${what}. It must be more than zero.`))

/** The tax of a certificate: income tax, which moves to 1320, or VAT and percentage tax, which stays on 1325. */
export const provedAccounts = [accounts.withheldAwaitingCertificate, accounts.vatWithheld] as const

export const certificateFields = fieldSet({
  act: z._default(
    z.enum(['received', 'written_off'], 'Choose whether the certificate was received or is written off.'),
    'received',
  ),
  partyId: z.uuid('Choose the customer from the list.').check(z.toLowerCase()),
  day,
  /** The period of the certificate; null without one. */
  from: z._default(z.nullable(day), null),
  to: z._default(z.nullable(day), null),
  /** The certified receipts, with amounts. */
  rows: z
    .array(
      fieldSet({
        documentId: z.uuid('Choose receipts from the list.').check(z.toLowerCase()),
        /** The kind of tax on the receipt: income tax, or VAT and percentage tax. */
        account: z._default(z.enum(provedAccounts), accounts.withheldAwaitingCertificate),
        amount: positive('the tax covered by the certificate'),
      }),
    )
    .check(
      z.minLength(1, 'Select the receipts that the certificate covers.'),
      z.maxLength(maximumCertificateRows, `A certificate can cover at most ${maximumCertificateRows} receipts.`),
    ),
  /** The lines of the certificate as printed. */
  taxes: z._default(
    z
      .array(
        fieldSet({
          atc: z
            .string('Choose the ATC on the certificate.')
            .check(z.regex(/^[A-Z]{2}\d{3}$/, 'Choose the ATC on the certificate from the list.')),
          base: positive('the income payment'),
          tax: positive('the tax withheld'),
        }),
      )
      .check(z.maxLength(20, 'A certificate can have at most 20 lines.')),
    [],
  ),
  memo,
}).check(
  z.superRefine((fields, context) => {
    const mistake = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const twice = (values: readonly string[]) => values.findIndex((value, at) => values.indexOf(value) !== at)
    const row = twice(fields.rows.map(({ documentId, account }) => itemKey(documentId, account)))
    if (row >= 0) mistake(['rows', row, 'amount'], 'This receipt is on two rows. Remove one of them.')
    const other = fields.rows.findIndex(({ account }) => account !== fields.rows[0]?.account)
    if (other >= 0) {
      mistake(
        ['rows', other, 'amount'],
        'Income tax and VAT are claimed in different returns. Record the certificate twice, once for each tax, with only the lines of that tax.',
      )
    }
    const line = twice(fields.taxes.map(({ atc }) => atc))
    if (line >= 0) mistake(['taxes', line, 'atc'], 'This ATC is on two lines. Combine them.')
    if (fields.act === 'written_off') {
      if (fields.taxes.length > 0) mistake(['taxes'], 'Certificate lines do not apply to write-offs. Remove the lines.')
      if (fields.from !== null || fields.to !== null)
        mistake(['from'], 'The period does not apply to write-offs. Clear this field.')
      if (fields.memo === '') mistake(['memo'], 'Enter the reason for the write-off.')
      return
    }
    if (fields.from === null) mistake(['from'], 'Enter the start date of the period on the certificate.')
    if (fields.to === null) mistake(['to'], 'Enter the end date of the period on the certificate.')
    if (fields.from !== null && fields.to !== null && fields.from > fields.to)
      mistake(['to'], 'The period ends before it starts. Swap the dates.')
    if (fields.taxes.length === 0) mistake(['taxes'], 'Enter the lines of the certificate.')
  }),
)

export type CertificateFields = z.output<typeof certificateFields>
