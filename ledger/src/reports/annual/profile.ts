// The data of the annual statements that the books do not have: registration, framework and signatories.
import { day } from '../../core/date.ts'
import { fieldSet, optionalText } from '../../core/fields.ts'
import { z } from '../../core/zod.ts'

/** The reporting frameworks by size of the entity (Revised SRC Rule 68, Part I, section 2.A; SEC MC 5-2018). */
export const frameworks = ['small', 'sme'] as const
export type Framework = (typeof frameworks)[number]
export const frameworkWords = {
  small: 'PFRS for Small Entities',
  sme: 'PFRS for SMEs',
} as const satisfies Record<Framework, string>

export const costMethods = ['fifo', 'weighted', 'specific', 'standard'] as const
export type CostMethod = (typeof costMethods)[number]
export const costMethodWords = {
  fifo: 'First-in, first-out (FIFO)',
  weighted: 'Weighted average',
  specific: 'Specific identification',
  standard: 'Standard cost',
} as const satisfies Record<CostMethod, string>

export const annualProfile = fieldSet({
  framework: z.enum(frameworks, 'Choose the reporting framework.'),
  /** Each '' until entered. */
  business: optionalText('line of business', 300),
  secNo: optionalText('registration number', 60),
  registeredOn: z._default(z.nullable(day), null),
  costMethod: z.enum(costMethods, 'Choose the inventory valuation method.'),
  chair: optionalText('name of the chairperson', 100),
  president: optionalText('name of the president', 100),
  treasurer: optionalText('name of the treasurer', 100),
  auditor: optionalText('name of the auditor', 200),
  /** When the statements were authorized for issue; null until entered. */
  approvedOn: z._default(z.nullable(day), null),
  taxCases: optionalText('assessments and tax cases', 1000),
})
export type AnnualProfile = z.output<typeof annualProfile>

export const noAnnualProfile: AnnualProfile = {
  framework: 'small',
  business: '',
  secNo: '',
  registeredOn: null,
  costMethod: 'fifo',
  chair: '',
  president: '',
  treasurer: '',
  auditor: '',
  approvedOn: null,
  taxCases: '',
}

export type Taxpayer = 'corporation' | 'individual'
