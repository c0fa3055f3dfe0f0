// Certificates of tax withheld, creditable (form 2307) or final (form 2306): as stored, and as PDF with identical bytes on
// a reprint.
import type { Form2306 } from '@talaan/ledger/tax/certificates/form2306.ts'
import type { Form2307 } from '@talaan/ledger/tax/certificates/form2307.ts'
import { letOthersWork } from '../platform/event-loop.ts'
import { drawSheet2306, form2306Name, sheetsOf2306, storedForm2306 } from './form2306.ts'
import { drawSheet2307, form2307Name, sheetsOf2307, storedForm2307 } from './form2307.ts'
import { a4 } from './page.ts'
import { openPdf } from './pdf-file.ts'
import type { Pdf } from './pdf-file.ts'

/** Form 2306 has rows; form 2307 has a block of income and one of business tax. */
export type CertificateForm = Form2306 | Form2307

export const formNo = (form: CertificateForm): '2306' | '2307' => ('rows' in form ? '2306' : '2307')

/** The stored form; money is a string of centavos. */
export const certificateToJson = (form: CertificateForm): string =>
  JSON.stringify(form, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

export const certificateFromJson = (json: unknown): CertificateForm =>
  typeof json === 'object' && json !== null && 'rows' in json ? storedForm2306.parse(json) : storedForm2307.parse(json)

export const certificateName = (form: CertificateForm): string =>
  'rows' in form ? form2306Name(form) : form2307Name(form)

/** Several certificates in one file. */
export async function certificatesToPdf(
  forms: readonly CertificateForm[],
  print: { printedAt: number; author: string },
): Promise<Uint8Array> {
  const [only, ...more] = forms
  const title =
    only === undefined || more.length > 0
      ? `${forms.length} certificates of tax withheld`
      : `Form ${formNo(only)}, ${only.payee.name}`
  const pdf = await openPdf({ title, ...print, tagged: forms.length <= 50 })
  const { width, height } = a4(pdf)
  for (const [at, draw] of forms.flatMap(sheetsOf).entries()) {
    pdf.addPage(width, height)
    draw(pdf)
    if (at % 20 === 19) await letOthersWork()
  }
  return pdf.end()
}

const sheetsOf = (form: CertificateForm): ((pdf: Pdf) => void)[] =>
  'rows' in form
    ? sheetsOf2306(form).map((sheet) => (pdf) => drawSheet2306(pdf, sheet))
    : sheetsOf2307(form).map((sheet) => (pdf) => drawSheet2307(pdf, sheet))
