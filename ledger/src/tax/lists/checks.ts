// Checks of a file before submission: each finding says what is wrong, what to do, and where to go.
import { formatDay, formatMonth } from '../../core/date.ts'
import type { Day, Month } from '../../core/date.ts'
import { formatMoney, multiplyRate, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName, formatTin } from '../../core/party.ts'
import type { PartyFields } from '../../core/party.ts'
import { datNames, datText, nameWidths } from './dat.ts'
import type { Periods } from './dat.ts'
import type { PayeeRow } from './alphalist.ts'
import { reliefAddress } from './relief.ts'
import type { ImportationRow, PurchasesRow, SalesRow } from './relief.ts'
import { isFinalTaxByUs, isWithheldByUs, purchaseFigures, isSale, saleBucket } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { isDomesticPurchase } from './summaries.ts'
import type { BookedImportation, ListedDocument, Summed } from './summaries.ts'
import { listed, listedPayee } from './taxpayer.ts'
import type { Filer, Listed, Taxpayer } from './taxpayer.ts'

export type Finding = {
  /** The module would refuse the file; a confirmation is needed; or it is a warning. */
  weight: 'stops' | 'confirm' | 'warns'
  sentence: string
  /** Where to correct it. */
  about:
    | { at: 'company' }
    | { at: 'registrations' }
    | { at: 'party'; id: string; tin: string }
    | { at: 'document'; document: ListedDocument }
    | null
}

/** Amounts have eleven digits before the point in every layout. */
const largestAmount: Money = 99_999_999_999_99n

/**
 * The tolerance between the VAT of a document and 12% of its base (the change log of RELIEF 2.0 mentions a relaxed
 * check).
 */
const tolerance: Money = 1_00n

type Vat = { filer: Filer; month: Month; /** In force at the end of the month, '0.12'. */ vatRate: string | null }

/** Whether a file can be made: no finding blocks it. */
export const isStopped = (findings: readonly Finding[]): boolean => findings.some(({ weight }) => weight === 'stops')

export function salesFindings(
  { filer, month, vatRate }: Vat,
  lines: readonly TaxLine[],
  list: Summed<SalesRow>,
): Finding[] {
  const sales = lines.filter(isSale)
  return [
    ...filerFindings(filer, 'kept'),
    ...yearFindings(filer),
    ...list.rows.flatMap((row) => [
      ...taxpayerFindings(row.taxpayer, filer, 'kept'),
      ...amountFindings(row.taxpayer, [row.exempt, row.zeroRated, row.taxable, row.outputTax]),
      ...vatFindings(row.taxpayer, {
        taxed: row.taxable,
        vat: row.outputTax,
        vatRate,
        documents: list.documents.get(row),
      }),
    ]),
    ...namesakes(sales),
    ...withoutTin(
      sales.filter((line) => saleBucket(line) !== null),
      (what) =>
        `${what} in sales to customers without a TIN in ${formatMonth(month)}. These sales are on the VAT return, but RELIEF accepts only customers with a TIN, so the sales are not in the file. Ask your RDO how to list them.`,
    ),
    ...leftOut(
      sales.filter(({ tax }) => tax?.vatClass === 'not_subject'),
      (what) =>
        `${what} in sales not subject to VAT in ${formatMonth(month)}. These sales are not on the list of sales.`,
    ),
  ]
}

export function purchasesFindings(
  { filer, month, vatRate }: Vat,
  lines: readonly TaxLine[],
  list: Summed<PurchasesRow>,
): Finding[] {
  const bought = lines.filter(isDomesticPurchase)
  const nobodys = bought
    .filter(({ party }) => listed(party) === null)
    .map((line) => ({ line, vat: purchaseFigures(line).tax }))
  return [
    ...filerFindings(filer, 'kept'),
    ...yearFindings(filer),
    ...list.rows.flatMap((row) => {
      const taxed = row.services + row.capitalGoods + row.otherGoods
      return [
        ...taxpayerFindings(row.taxpayer, filer, 'kept'),
        ...amountFindings(row.taxpayer, [row.exempt, row.zeroRated, taxed, row.inputTax]),
        ...vatFindings(row.taxpayer, { taxed, vat: row.inputTax, vatRate, documents: list.documents.get(row) }),
      ]
    }),
    ...namesakes(bought),
    // A purchase with VAT always names its supplier; if one does not, its line is named.
    ...nobodys
      .filter(({ vat }) => vat !== 0n)
      .map(({ line: { document }, vat }): Finding => ({
        weight: 'stops',
        sentence: `${document.number} has input VAT of ${formatMoney(vat)} but no supplier with a TIN. Void the document and record it again with the supplier.`,
        about: { at: 'document', document },
      })),
    ...leftOut(
      nobodys.filter(({ vat }) => vat === 0n).map(({ line }) => line),
      (what) =>
        `${what} in purchases from suppliers without a TIN in ${formatMonth(month)}. Purchases without a TIN are not listed.`,
    ),
  ]
}

/** An importation with its customs data, if entered. */
export type ListedImportation = BookedImportation & { details: ImportationRow | null }

export function importationFindings({ filer }: Vat, entries: readonly ListedImportation[]): Finding[] {
  return [
    ...filerFindings(filer, 'kept'),
    ...yearFindings(filer),
    ...entries.flatMap(({ document, exempt, taxable, details }): Finding[] => {
      const about = { at: 'document', document } as const
      if (details === null) {
        const sentence = `${document.number} is an importation without a customs entry. Enter the customs entry below.`
        return [{ weight: 'stops', sentence, about }]
      }
      const landed = details.dutiable + details.charges
      if (landed === exempt + taxable) return []
      return [
        {
          weight: 'warns',
          sentence: `${document.number}: the dutiable value and charges are ${formatMoney(landed)}, but the books show ${formatMoney(exempt + taxable)}.`,
          about,
        },
      ]
    }),
  ]
}

/** For lists of withheld tax: our payees, or customers who withheld from us. */
export function withheldFindings(filer: Filer, rows: readonly PayeeRow[], lines: readonly TaxLine[] = []): Finding[] {
  return [
    ...filerFindings(filer, 'dropped'),
    ...branchFindings(filer, { at: 'company' }),
    ...rows.flatMap((row) => [
      ...taxpayerFindings(row.taxpayer, filer, 'dropped'),
      ...branchFindings(row.taxpayer, at(row.taxpayer)),
      ...amountFindings(row.taxpayer, [row.base, row.tax]),
      ...taxFindings(row),
    ]),
    ...lines
      .filter((line) => isWithheldByUs(line) && listed(line.party) === null)
      .map(({ document, withheld }): Finding => ({
        weight: 'stops',
        sentence: `${document.number} has tax withheld of ${formatMoney(withheld?.tax ?? 0n)} but no payee with a TIN. Void the document and record it again with the payee.`,
        about: { at: 'document', document },
      })),
  ]
}

/** For the lists of final tax: a payee abroad needs no TIN, but nobody has confirmed how the file shows that. */
export function finalTaxFindings(filer: Filer, rows: readonly PayeeRow[], lines: readonly TaxLine[]): Finding[] {
  const [abroad, here] = [
    rows.filter(({ taxpayer }) => taxpayer.tin9 === ''),
    rows.filter(({ taxpayer }) => taxpayer.tin9 !== ''),
  ]
  const names = [...new Set(abroad.map(({ taxpayer }) => displayName(taxpayer)))]
  return [
    ...withheldFindings(filer, here),
    ...abroad.flatMap((row) => [...amountFindings(row.taxpayer, [row.base, row.tax]), ...taxFindings(row)]),
    ...(names.length === 0
      ? []
      : [
          {
            weight: 'confirm' as const,
            sentence: `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no Philippine TIN, so the TIN field is empty. The BIR has not confirmed that it accepts an empty TIN. Test the file in your BIR validation module before you submit it.`,
            about: null,
          },
        ]),
    ...lines
      .filter((line) => isFinalTaxByUs(line) && listedPayee(line.party) === null)
      .map(({ document, withheld }): Finding => ({
        weight: 'stops',
        sentence: `${document.number} has final tax of ${formatMoney(withheld?.tax ?? 0n)} but no payee with a TIN. Void the document and record it again with the payee.`,
        about: { at: 'document', document },
      })),
    {
      weight: 'confirm',
      sentence:
        'The BIR has not confirmed the layout of this file, which follows publicly available programs. Test it in your BIR validation module before you submit it.',
      about: null,
    },
  ]
}

/** The annual list of final tax has no file: it needs a status code of each payee, whose values are not published. */
export const finalAnnualWithoutFile: Finding = {
  weight: 'stops',
  sentence:
    'Talaan does not create the text file of form 1604-F. Download the list as XLSX and enter it in the BIR data entry module.',
  about: null,
}

function filerFindings(filer: Filer, periods: Periods): Finding[] {
  const found: Finding[] = []
  const stop = (sentence: string) => found.push({ weight: 'stops', sentence, about: { at: 'company' } })
  if (!isTin(filer.tin9)) stop('Your company has no TIN. Enter it in the company settings.')
  if (filer.rdoCode === '') stop('Your company has no RDO code. Enter it in the company settings.')
  if (filer.rdoCode.length > 3)
    stop(`RDO code ${filer.rdoCode} has four characters, but the file allows three. Ask your RDO which code to use.`)
  if (filer.isUnnamed)
    found.push({
      weight: 'stops',
      sentence: 'The taxpayer is an individual. Enter the last, first and middle name in the tax registrations.',
      about: { at: 'registrations' },
    })
  const names = datNames(filer, periods, partWidth(periods))
  if (names.registered === '' && names.last === '')
    stop('Your company name has no characters that can be used in the file.')
  if (reliefAddress(filer)[0] === '')
    found.push({
      weight: 'warns',
      sentence: 'Your company has no address. Enter it in the company settings.',
      about: { at: 'company' },
    })
  return found
}

/** RELIEF's last header field is 12 for a calendar year; the value for other years is not published. */
function yearFindings({ fiscalYearEnd }: Filer): Finding[] {
  if (fiscalYearEnd === 12) return []
  const month = formatMonth(`2000-${String(fiscalYearEnd).padStart(2, '0')}`).split(' ')[0] ?? ''
  const sentence = `The fiscal year ends in ${month}, which is entered in the last header field. The BIR has not confirmed this field. Test the file in RELIEF before you submit it.`
  return [{ weight: 'confirm', sentence, about: { at: 'company' } }]
}

function taxpayerFindings(taxpayer: Listed, filer: Filer, periods: Periods): Finding[] {
  const name = displayName(taxpayer)
  const about = at(taxpayer)
  const found: Finding[] = []
  const stop = (sentence: string) => found.push({ weight: 'stops', sentence, about })
  if (!isTin(taxpayer.tin9)) stop(`${name} has no nine-digit TIN. Correct the registration.`)
  if (taxpayer.tin9 === filer.tin9) stop(`${name} has your company's own TIN. Correct the registration.`)
  const names = datNames(taxpayer, periods, partWidth(periods))
  const isNamed = taxpayer.kind === 'individual' ? names.last !== '' && names.first !== '' : names.registered !== ''
  if (!isNamed)
    stop(`${name} has no name in characters that the BIR file allows. Correct the name in the registration.`)
  if (isCut(taxpayer, periods))
    found.push({
      weight: 'warns',
      sentence: `The name of ${name} is too long for the file and will be shortened.`,
      about,
    })
  if (periods === 'kept' && reliefAddress(taxpayer).every((part) => part === ''))
    found.push({ weight: 'warns', sentence: `${name} has no address on file.`, about })
  return found
}

function isCut(taxpayer: Taxpayer, periods: Periods): boolean {
  const longer = (text: string, width: number) => datText(text, Infinity, periods).length > width
  if (taxpayer.kind === 'non_individual') return longer(taxpayer.registeredName, nameWidths.registered)
  return [taxpayer.lastName, taxpayer.firstName, taxpayer.middleName].some((part) => longer(part, partWidth(periods)))
}

/** RELIEF has wider name fields than the alphalists. */
const partWidth = (periods: Periods): number => (periods === 'kept' ? nameWidths.relief : nameWidths.part)

function branchFindings(taxpayer: Taxpayer, about: Finding['about']): Finding[] {
  if (taxpayer.branchCode <= '09999') return []
  const sentence = `Branch ${taxpayer.branchCode} of ${displayName(taxpayer)} has five digits, but the file allows four. Correct the TIN.`
  return [{ weight: 'stops', sentence, about }]
}

function amountFindings(taxpayer: Listed, amounts: readonly Money[]): Finding[] {
  const about = at(taxpayer)
  const name = displayName(taxpayer)
  if (amounts.some((amount) => amount > largestAmount || amount < -largestAmount))
    return [{ weight: 'stops', sentence: `An amount for ${name} is too large for the file.`, about }]
  if (amounts.every((amount) => amount >= 0n)) return []
  const sentence = `${name} has a negative amount from voids or credits. The BIR has not confirmed that it accepts negative amounts.`
  return [{ weight: 'warns', sentence, about }]
}

function vatFindings(
  taxpayer: Listed,
  {
    taxed,
    vat,
    vatRate,
    documents = 1,
  }: { taxed: Money; vat: Money; vatRate: string | null; documents: number | undefined },
): Finding[] {
  if (vatRate === null) return []
  const expected = multiplyRate(taxed, vatRate)
  const off = vat > expected ? vat - expected : expected - vat
  if (off <= tolerance * BigInt(documents)) return []
  const sentence = `The VAT for ${displayName(taxpayer)} is ${formatMoney(vat)}, but VAT on ${formatMoney(taxed)} should be ${formatMoney(expected)}. Check the invoices.`
  return [{ weight: 'warns', sentence, about: at(taxpayer) }]
}

function taxFindings({ taxpayer, atc, rate, base, tax }: PayeeRow): Finding[] {
  const expected = multiplyRate(base, rate)
  const off = tax > expected ? tax - expected : expected - tax
  if (off <= tolerance) return []
  const sentence = `Tax under ${atc} for ${displayName(taxpayer)} is ${formatMoney(tax)}, but tax on ${formatMoney(base)} should be ${formatMoney(expected)}. Check the documents.`
  return [{ weight: 'warns', sentence, about: at(taxpayer) }]
}

/** Parties with the same nine digits become one row, so they should be one taxpayer. */
function namesakes(lines: readonly TaxLine[]): Finding[] {
  const parties = lines.flatMap(({ party }) => listed(party) ?? [])
  return [...Map.groupBy(parties, ({ tin9 }) => tin9).values()].flatMap((same): Finding[] => {
    const names = [...new Set(same.map((party) => displayName(party)))]
    const [first] = same
    if (first === undefined || names.length < 2) return []
    const sentence = `${names.join(' and ')} share TIN ${formatTin(first.tin9).slice(0, 11)} and are combined in one row. The list does not show branches.`
    return [{ weight: 'warns', sentence, about: at(first) }]
  })
}

/** Sales that no customer with a TIN is listed for. */
const withoutTin = (lines: readonly TaxLine[], sentence: (what: string) => string): Finding[] =>
  leftOut(
    lines.filter(({ party }) => listed(party) === null),
    sentence,
  )

function leftOut(lines: readonly TaxLine[], sentence: (what: string) => string): Finding[] {
  const [first] = lines
  if (first === undefined) return []
  const count = new Set(lines.map(({ document }) => document.id)).size
  const what = `${count} ${count === 1 ? 'document has' : 'documents have'} ${formatMoney(sum(lines.map(({ tax }) => tax?.base ?? 0n)))}`
  return [{ weight: 'warns', sentence: sentence(what), about: { at: 'document', document: first.document } }]
}

/** Where to correct a registration. */
const at = ({ id, tin9, branchCode }: Listed): NonNullable<Finding['about']> => ({
  at: 'party',
  id,
  tin: formatTin(tin9, branchCode),
})

const isTin = (tin9: string): boolean => /^\d{9}$/.test(tin9) && tin9 !== '000000000'

/** Months that are still open: later postings are missing from files made before. */
export function openMonthFindings(months: readonly Month[], closed: ReadonlySet<Month>): Finding[] {
  const open = months.filter((month) => !closed.has(month)).map(formatMonth)
  const [first] = open
  if (first === undefined) return []
  const named =
    open.length > 3
      ? `${first} and ${open.length - 1} more months are`
      : `${open.join(', ')} ${open.length === 1 ? 'is' : 'are'}`
  return [
    { weight: 'warns', sentence: `${named} still open. Documents recorded later are not in this file.`, about: null },
  ]
}

/** A party corrected after documents of the list were recorded: the corrected fields, and when. */
export type CorrectedParty = { id: string; fields: PartyFields; labels: readonly string[]; day: Day }

/** The list uses the register; the documents show what was printed on them. */
export function correctionFindings(parties: readonly CorrectedParty[]): Finding[] {
  return parties.map(({ id, fields, labels, day }) => ({
    weight: 'warns',
    sentence: `${displayName(fields)} (TIN ${fields.tin}) was corrected on ${formatDay(day)}: ${labels.join(', ')}. The list uses the current details. Earlier documents keep the details printed on them.`,
    about: { at: 'party', id, tin: fields.tin },
  }))
}

/** For exempt payees: the same checks, and the schedule is not fully confirmed. */
export function exemptFindings(filer: Filer, rows: readonly PayeeRow[]): Finding[] {
  if (rows.length === 0) return []
  const sentence =
    'The file includes the schedule of payees exempt from withholding. The BIR has not confirmed the format of its control line. Test it in your BIR validation module before you submit it.'
  return [
    ...rows.flatMap((row) => [
      ...taxpayerFindings(row.taxpayer, filer, 'dropped'),
      ...branchFindings(row.taxpayer, at(row.taxpayer)),
      ...amountFindings(row.taxpayer, [row.base]),
    ]),
    { weight: 'confirm', sentence, about: null },
  ]
}

/** The layout of the annual list is not fully published. */
export const annualLayout: Finding = {
  weight: 'confirm',
  sentence:
    'The layout of this file differs between versions of the BIR validation module and is not confirmed. Test it in your version before you submit it.',
  about: null,
}
