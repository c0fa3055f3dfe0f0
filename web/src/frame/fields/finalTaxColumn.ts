// The column for final tax in the lines of bills, petty cash vouchers and cheques.
import type { WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import { formatRate } from '@talaan/ledger/tax/vat.ts'
import type { Row } from '../runtime/rows.ts'
import type { Column } from './LineGrid.tsx'

export const finalTaxColumn = (offered: readonly WithholdingCode[]) =>
  ({
    kind: 'combobox' as const,
    field: 'finalAtc' as const,
    label: 'Final tax',
    width: 96,
    passed: () => true,
    none: 'None',
    options: offered.map(({ code, rate, description }) => ({
      value: code,
      label: `${code} ${formatRate(rate)} ${description}`,
    })),
  }) satisfies Column<Row & { finalAtc: string }>
