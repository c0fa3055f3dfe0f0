// What a person has to look at before a file that was read is recorded, in sentences; none means that it is ready.
import type { PaperKind, ReadFieldName } from './names.ts'
import type { ReadDocument } from './read-document.ts'

const names: Partial<Record<ReadFieldName, string>> = {
  number: 'the number',
  day: 'the date',
  total: 'the total',
}

const kinds: Partial<Record<PaperKind, string>> = {
  statement: "This is a statement of account. Don't record it; compare it with the supplier's account.",
  bankStatement: 'This is a bank statement. Upload it under Bank Reconciliation.',
  delivery: 'This is a delivery receipt, not an invoice. Its VAT cannot be claimed as input VAT.',
  order: 'This is an order or a quotation, not an invoice. Wait for the invoice.',
  unknown: 'This may not be an invoice: neither Invoice nor Receipt is printed at the top.',
}

/** `party`: the supplier, or the customer of our own invoice, is registered. */
export function pointsOf({ kind, isOwn, namesUs, currency, fields }: ReadDocument, party: boolean): string[] {
  if (kind === 'certificate') return certificatePoints(isOwn, fields)
  if (kind === 'statement' || kind === 'bankStatement') return [kinds[kind] ?? '']
  const grade = (name: ReadFieldName) => fields.find((field) => field.name === name)?.grade
  const asked = (['number', 'day', 'total'] as const).filter((name) => grade(name) === 'question')
  const missing = (['number', 'day', 'total'] as const).filter((name) => grade(name) === undefined)
  const list = (of: readonly ReadFieldName[]) => of.map((name) => names[name]).join(' and ')
  return [
    ...(kinds[kind] === undefined ? [] : [kinds[kind]]),
    ...(missing.length > 0
      ? [`Enter ${list(missing)}; ${missing.length === 1 ? 'it was' : 'they were'} not found.`]
      : []),
    ...(asked.length > 0
      ? [`Check ${list(asked)}; the document shows more than one${asked.length > 1 ? ' of each' : ''}.`]
      : []),
    ...(party
      ? []
      : [
          isOwn
            ? 'Choose the customer.'
            : 'The supplier is not registered yet. Register the supplier, or choose another one.',
        ]),
    ...(currency === 'USD' ? ['The amounts are in dollars. Enter them in pesos.'] : []),
    ...(namesUs ? [] : ['The document does not name your company, so its VAT cannot be claimed as input VAT.']),
  ]
}

function certificatePoints(isOwn: boolean, fields: ReadDocument['fields']): string[] {
  if (isOwn)
    return ['Your company issued this certificate, so it is not recorded here. Mark the file as not a document.']
  const missing = (
    [
      ['payorTin', 'the TIN of the customer'],
      ['periodFrom', 'the period'],
      ['atc', 'the lines'],
    ] as const
  ).filter(([name]) => !fields.some((field) => field.name === name && field.grade !== 'question'))
  return [
    'This is a certificate of tax withheld. Match it with the collection under Tax Compliance, From Customers.',
    ...(missing.length > 0 ? [`Check ${missing.map(([, words]) => words).join(' and ')} on the certificate.`] : []),
  ]
}
