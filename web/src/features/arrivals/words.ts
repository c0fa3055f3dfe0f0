// The labels of values that were read from a file.
import type { Grade, PaperKind, ReadFieldName } from '@talaan/ledger/capture/names.ts'
import type { Arrival, ReadValue } from '@talaan/contract/arrivals.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { moment } from '../../ui/moment.ts'

export const fieldWords: Readonly<Record<ReadFieldName, string>> = {
  sellerTin: 'TIN of the seller',
  sellerName: 'Seller',
  number: 'Number',
  day: 'Date',
  vatable: 'VATable sales',
  vat: 'VAT',
  exempt: 'VAT-exempt sales',
  zeroRated: 'Zero-rated sales',
  total: 'Total',
  withheld: 'Tax withheld',
  due: 'Amount due',
  payorTin: 'TIN of the payor',
  payorName: 'Payor',
  periodFrom: 'Period from',
  periodTo: 'Period to',
  atc: 'ATC',
  base: 'Income payment',
  tax: 'Tax withheld',
}

export const gradeWords: Readonly<Record<Grade, string>> = {
  proved: 'Adds up',
  labelled: 'Read',
  question: 'Check',
}

export const kindWords: Readonly<Record<PaperKind, string>> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  certificate: 'Certificate of tax withheld',
  statement: 'Statement of account',
  bankStatement: 'Bank statement',
  delivery: 'Delivery receipt',
  order: 'Order or quotation',
  unknown: 'File',
}

export function shownValue({ name, value }: ReadValue): string {
  if (['day', 'periodFrom', 'periodTo'].includes(name)) return formatDay(value)
  if (['sellerTin', 'sellerName', 'number', 'payorTin', 'payorName', 'atc'].includes(name)) return value
  return formatMoney(BigInt(value))
}

/** The person who sent the e-mail or added the file. */
export function senderOf({ by, mail }: Pick<Arrival, 'by' | 'mail'>): string {
  if (mail === null) return by ?? 'the watched folder'
  return mail.senderName || mail.sender || by || 'an unknown sender'
}

/** 'E-mail “Your invoice” of accounts@example.com, 12 Mar 2026, 10:15' */
export function mailWords({ sender, subject, sentAt }: NonNullable<Arrival['mail']>): string {
  const about = subject === '' ? 'E-mail without a subject' : `E-mail “${subject}”`
  return [`${about}${sender === '' ? '' : ` from ${sender}`}`, ...(sentAt === null ? [] : [moment(sentAt)])].join(', ')
}
