// The file name of a print: short, plain ASCII, stable; and the safe form of an uploaded file's name.
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'

/** 'trial-balance-as-of-30-June-2026.xlsx', 'sales-invoice-SI-2026-000001.pdf'. */
export function fileName(printed: Table | Receipt, extension: Extension): string {
  return nameOf('rows' in printed ? [printed.name, printed.period] : receiptWords(printed), extension)
}

type Extension = 'xlsx' | 'pdf' | 'csv'

/** The words joined by dashes. */
export function nameOf(words: readonly string[], extension: Extension): string {
  return `${
    words
      .map(plain)
      .filter((word) => word !== '')
      .join('-')
      .slice(0, 100)
      .replace(/-+$/, '') || 'print'
  }.${extension}`
}

function receiptWords(receipt: Receipt): string[] {
  const title = receipt.title.toLowerCase()
  if (receipt.number === null) return [title, 'draft', receipt.day]
  return receipt.status === 'void' ? [title, receipt.number, 'void'] : [title, receipt.number]
}

/**
 * Accents are removed and other characters become a dash, so that no shell, mail header or file system has a problem.
 */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** A name that is safe on any disk and in any header: no paths, no control characters, no direction marks. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  return plain === '' ? 'attachment' : plain.slice(-120)
}
