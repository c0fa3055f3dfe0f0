// Fields for form 2307 in entries recorded from a bank line: the code under which a customer withheld tax, and the
// certificate to cancel when the customer's cheque was returned.
import { Group } from '@mantine/core'
import { listReceivedCertificates } from '@talaan/contract/certificates.ts'
import { listExpenseTypes } from '@talaan/contract/purchases.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { withholdingOn } from '@talaan/ledger/tax/withholding.ts'
import { useCall } from '../../app/api.ts'
import { ChoiceInput } from '../../ui/ChoiceInput.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { type Fields, textOf } from './useReviewed.ts'

type Row = { documentId: string; withheld?: string; atc?: string | null }

type CodeProps = { fields: Fields; error: string | undefined; change: (patch: Fields) => void }

/** The code of the certificate for a payment net of tax: any code with the rate that was found. */
export function CertificateCode({ fields, error, change }: CodeProps) {
  const { data } = useCall(listExpenseTypes)
  const rows = Array.isArray(fields.rows) ? (fields.rows as Row[]) : []
  const chosen = rows.find(({ withheld, atc }) => withheld !== undefined && withheld !== '0' && atc)?.atc
  if (chosen === undefined || chosen === null) return null
  const day = textOf(fields.day)
  const codes = data?.withholdingCodes ?? []
  const rate = withholdingOn(day, 'either', chosen, codes)?.rate
  const same = codesOn(day, codes).filter((each) => each.tax === 'ewt' && each.rate === rate)
  return (
    <ChoiceInput
      label="Withholding code (ATC)"
      description="The tax code (ATC) on the form 2307 that you expect from the customer."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={chosen}
      error={error}
      onChange={(atc) => change({ rows: rows.map((row) => (row.atc ? { ...row, atc } : row)) })}
      options={
        same.length === 0
          ? [{ value: chosen, label: chosen }]
          : same.map(({ code, description }) => ({ value: code, label: `${code} ${description}` }))
      }
    />
  )
}

type AwaitedProps = { fields: Fields; mistakes: Record<string, string>; change: (patch: Fields) => void }

/** For a returned cheque: the receipt, if a certificate is still expected for it. */
export function AwaitedCertificate({ fields, mistakes, change }: AwaitedProps) {
  const partyId = textOf(fields.partyId)
  const { data } = useCall(listReceivedCertificates, {}, { enabled: partyId !== '' })
  const { data: taxes } = useCall(listExpenseTypes)
  const items = data?.expected.find((of) => of.partyId === partyId)?.items ?? []
  if (items.length === 0 && mistakes.source === undefined) return null
  const source = textOf(fields.source)
  const codes = codesOn(textOf(fields.day), taxes?.withholdingCodes ?? []).filter(({ tax }) => tax === 'ewt')
  return (
    <Group grow align="flex-start">
      <SearchSelect
        label="Certificate no longer expected"
        size="md"
        value={source}
        error={mistakes.source}
        onChange={(source) => change({ source: source || null, atc: null })}
        data={[
          { value: '', label: 'None expected' },
          ...items.map(({ documentId, number, day, open }) => ({
            value: documentId,
            label: `${number} of ${formatDay(day)}, ${formatMoney(open)}`,
          })),
        ]}
      />
      {source !== '' && (
        <ChoiceInput
          label="Withholding code (ATC)"
          none="Choose a code"
          value={textOf(fields.atc)}
          error={mistakes.atc}
          onChange={(atc) => change({ atc: atc || null })}
          options={codes.map(({ code, description }) => ({ value: code, label: `${code} ${description}` }))}
        />
      )}
    </Group>
  )
}

type Code = { code: string; description: string; rate: string; tax: string; validFrom: string; validTo: string | null }

/** Codes valid on a day, each once. */
function codesOn(day: string, codes: readonly Code[]): Code[] {
  const inForce = codes.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo))
  return [...new Map(inForce.map((code) => [code.code, code])).values()]
}
