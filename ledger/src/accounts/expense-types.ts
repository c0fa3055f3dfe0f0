// Types of expense for bills and petty cash: a familiar name, with its account and usual taxes.
import type { Day } from '../core/date.ts'
import type { NoTin, PartyKind, VatStatus } from '../core/party.ts'
import type { ExpenseType } from '../documents/facts.ts'
import type { PurchaseCategory } from '../tax/vat.ts'
import { isTopAgent } from '../tax/withholding.ts'

type Payee = { kind: PartyKind; vatStatus: VatStatus; noTin: NoTin; registeredEnterprise?: boolean }
type Company = { vatRegistered: boolean; topAgentFrom: Day | null }

/**
 * The usual taxes of a line of this type, by supplier and date. A suggestion: the invoice and the register decide, and
 * a person may choose otherwise on the line. Without a TIN there is no certificate, so no creditable tax.
 */
export function usualTaxes(
  type: ExpenseType,
  { day, payee, company }: { day: Day; payee: Payee | undefined; company: Company },
): { vatClass: ExpenseType['vatClass']; category: PurchaseCategory; atc: string | null } {
  if (type.vatClass === 'vatable' && payee?.registeredEnterprise === true && day >= buyerPaysVatFrom)
    return { vatClass: 'vatable', category: type.category, atc: localSalesAtc }
  const chargesVat = payee !== undefined && payee.vatStatus !== 'non_vat' && payee.noTin === ''
  const applies =
    payee !== undefined && payee.noTin === '' && (!type.topAgentOnly || isTopAgent(day, company.topAgentFrom))
  return {
    vatClass: type.vatClass === 'vatable' && !chargesVat ? 'not_subject' : type.vatClass,
    category: type.category,
    atc: applies ? (payee.kind === 'individual' ? type.atcIndividual : type.atcNonIndividual) : null,
  }
}

/** RR 9-2025: the buyer pays the VAT on local sales of registered business enterprises, whose ATC is WV110. */
export const buyerPaysVatFrom = '2025-02-27'
export const localSalesAtc = 'WV110'

type Row = readonly [
  code: string,
  name: string,
  account: string,
  vatClass: ExpenseType['vatClass'],
  category: PurchaseCategory,
  /** Digits of the usual code, or of two codes (individual/others), with 'top' if only top agents withhold. */
  atc?: string,
]

/** The types of a new company, in display order. */
export const standardExpenseTypes: readonly ExpenseType[] = (
  [
    ['transportation', 'Transportation (fare, parking, toll)', '6090', 'not_subject', 'services'],
    ['fuel', 'Fuel and oil', '6090', 'vatable', 'goods', 'top 158'],
    ['meals', 'Meals and overtime meals', '6100', 'vatable', 'goods'],
    ['representation', 'Representation and entertainment', '6100', 'vatable', 'services'],
    ['office_supplies', 'Office supplies', '6070', 'vatable', 'goods', 'top 158'],
    ['pantry', 'Pantry and cleaning supplies', '6070', 'vatable', 'goods', 'top 158'],
    ['printing', 'Printing and photocopy', '6070', 'vatable', 'services', 'top 160'],
    ['postage', 'Postage, courier, notarial', '6290', 'vatable', 'services'],
    ['freight_out', 'Delivery and freight-out', '6110', 'vatable', 'services', '120'],
    ['electricity', 'Electricity', '6060', 'vatable', 'services', 'top 160'],
    ['water', 'Water', '6060', 'not_subject', 'services'],
    ['telecoms', 'Telephone, internet, mobile load', '6060', 'vatable', 'services', 'top 160'],
    ['office_rent', 'Office rent', '6050', 'vatable', 'services', '100'],
    ['equipment_rental', 'Equipment rental', '6050', 'vatable', 'services', '100'],
    ['repairs_office', 'Repairs - office and equipment', '6080', 'vatable', 'services', '120'],
    ['repairs_vehicles', 'Repairs - vehicles', '6080', 'vatable', 'services', '120'],
    ['audit', 'Professional: accounting and audit', '6120', 'vatable', 'services', '011'],
    ['legal', 'Professional: legal', '6120', 'vatable', 'services', '011'],
    ['consultancy', 'Consultancy', '6120', 'vatable', 'services', '051'],
    ['security', 'Security and janitorial agency', '6130', 'vatable', 'services', '120'],
    ['contractor', 'Contractor and sub-contractor', '6130', 'vatable', 'services', '120'],
    ['software_local', 'IT and software subscription (local)', '6180', 'vatable', 'services', 'top 160'],
    ['software_foreign', 'Software subscription (foreign)', '6180', 'not_subject', 'services'],
    ['advertising', 'Advertising', '6110', 'vatable', 'services', '120'],
    ['commissions', 'Commissions', '6140', 'vatable', 'services', '516'],
    ['insurance', 'Insurance', '6150', 'vatable', 'services', 'top 160'],
    ['salaries', 'Salaries (casual, by voucher)', '6010', 'not_subject', 'not_creditable'],
    ['benefits', 'Employee benefits and medicines', '6020', 'not_subject', 'goods'],
    ['contributions', 'Government contributions', '6030', 'not_subject', 'not_creditable'],
    ['permits', 'Business permits and local taxes', '6240', 'not_subject', 'not_creditable'],
    ['bir_taxes', 'BIR taxes (percentage tax, DST) and annual fees', '6240', 'not_subject', 'not_creditable'],
    ['penalties', 'Penalties', '6270', 'not_subject', 'not_creditable'],
    ['bank_charges', 'Bank charges', '6250', 'exempt', 'services'],
    ['training', 'Training and seminars', '6180', 'vatable', 'services', 'top 160'],
    ['dues', 'Membership dues', '6180', 'not_subject', 'services'],
    ['donations', 'Donations', '6290', 'not_subject', 'not_creditable'],
    ['small_tools', 'Small tools and equipment, not capitalized', '6070', 'vatable', 'goods', 'top 158'],
    ['equipment', 'Equipment, capitalized', '1540', 'vatable', 'capital_goods', 'top 158'],
    ['furniture', 'Furniture, capitalized', '1530', 'vatable', 'capital_goods', 'top 158'],
    ['vehicles', 'Vehicles, capitalized', '1550', 'vatable', 'capital_goods', 'top 158'],
    ['merchandise', 'Merchandise purchases', '1210', 'vatable', 'goods', 'top 158'],
    ['freight_in', 'Freight-in, brokerage, customs', '5030', 'vatable', 'services', '120'],
    ['miscellaneous', 'Miscellaneous', '6290', 'not_subject', 'services'],
  ] satisfies Row[]
).map(expenseType)

function expenseType([code, name, account, vatClass, category, atc]: Row): ExpenseType {
  const digits = atc?.replace('top ', '')
  return {
    code,
    name,
    account,
    vatClass,
    category,
    atcIndividual: digits === undefined ? null : `WI${digits}`,
    atcNonIndividual: digits === undefined ? null : `WC${digits}`,
    topAgentOnly: atc?.startsWith('top ') ?? false,
  }
}
