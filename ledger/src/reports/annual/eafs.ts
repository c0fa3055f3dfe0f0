// The names of the files submitted to the electronic audited financial statements (eAFS) system.
import type { Day } from '../../core/date.ts'

export type EafsFile = { name: string; holds: string }

/**
 * 'EAFS123456789AFSTY122025': the nine-digit TIN, the kind of file, TY, and the month and year with which the taxable
 * year ends (RMC 43-2021). Empty without a TIN.
 */
export function eafsFiles(tin9: string, to: Day): EafsFile[] {
  if (tin9 === '') return []
  const end = `TY${to.slice(5, 7)}${to.slice(0, 4)}`
  const named = (kind: string, holds: string, part = '') => ({ name: `EAFS${tin9}${kind}${end}${part}`, holds })
  return [
    named('ITR', 'Annual income tax return with the proof of filing and payment'),
    named('AFS', "Audited statements with notes, auditor's report and Statement of Management's Responsibility"),
    named('RPT', 'Form 1709, if you have transactions with related parties'),
    named('TCR', 'Forms 2307 and other proofs of tax credits, numbered from 01', '-01'),
    named('OTH', 'Other attachments'),
  ]
}
