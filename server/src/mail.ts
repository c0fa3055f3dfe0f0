// A letter is plain text of ours with our PDF; nothing a user typed can become a header, a second recipient or a link.
import { formatLongDay } from '@talaan/ledger/day.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import type { Receipt } from '@talaan/ledger/receipt.ts'

export const longestSubject = 120

export const receiptSubject = ({ title, number, company }: Receipt): string =>
  subjectLine(`${title} ${number ?? ''} - ${company.name}`)

/** One line without control characters or marks that turn the reading order, cut to what mail programs show. */
export function subjectLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longestSubject ? line : `${letters.slice(0, longestSubject - 1).join('').trimEnd()}…`
}

/** The words stand here and name the document, not what was typed into it: the PDF has the rest. */
export function receiptText({ title, number, day, company, totals }: Receipt): string {
  const total = totals.find(({ emphasis }) => emphasis === 'grand')
  return [
    'Good day,',
    '',
    `${title} ${number ?? ''} of ${formatLongDay(day)} was recorded in the books of ${company.name}.`,
    ...(total ? [`${total.label}: PHP ${formatMoney(total.amount)}`] : []),
    '',
    'The document is attached as a PDF file.',
    '',
    'This message was sent by the bookkeeping portal. Please do not reply to it.',
    '',
  ].join('\n')
}

/** The same for the same document however often it is sent, so that a mailbox shows it once. */
export function messageId(topic: string, id: string, mailFrom: string): string {
  const host = /@([A-Za-z0-9.-]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return `<${topic}.${id}@${host}>`
}
