// Claims received certificates in a tax return, for its period or an earlier one.
import { Checkbox, NativeSelect, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { type CertificateInHand, claimCertificates } from '@talaan/contract/certificates.ts'
import { addMonths, endOfMonth, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { type SawtForm, sawtForms } from '@talaan/ledger/tax/lists/alphalist.ts'
import { isBusinessTaxForm } from '@talaan/ledger/tax/tax-line.ts'
import { quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'
import classes from '../filings/lists.module.css'
import tax from '../filings/tax.module.css'
import { PeriodField } from '../../ui/PeriodField.tsx'

type Props = {
  inHand: readonly CertificateInHand[]
  today: Day
  changed: () => Promise<unknown>
  onClose: () => void
}

export function ClaimDialog({ inHand, today, changed, onClose }: Props) {
  const periods = Array.from({ length: 8 }, (_, at) => addMonths(quarterStart(monthOf(today)), 2 - 3 * at))
  const [form, setForm] = useState<SawtForm>(
    inHand.some(({ claim, of }) => claim === null && of === 'income') ? '1702Q' : '2550Q',
  )
  const [period, setPeriod] = useState(periods[1] ?? monthOf(today))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const claimable = inHand.filter(
    ({ claim, to, of }) =>
      claim === null && to <= endOfMonth(period) && (of === 'business') === isBusinessTaxForm(form),
  )
  const ticked = claimable.filter(({ documentId }) => !left.has(documentId))
  const claim = useMutation({
    mutationFn: () =>
      call(claimCertificates, { body: { documentIds: ticked.map(({ documentId }) => documentId), form, period } }),
    onSuccess: async ({ claimed }) => {
      await changed()
      toast({
        title: `${claimed === 1 ? '1 certificate is' : `${claimed} certificates are`} claimed in ${form}`,
        tone: 'good',
      })
      onClose()
    },
  })
  const toggle = (documentId: string) =>
    setLeft((old) => {
      const next = new Set(old)
      if (!next.delete(documentId)) next.add(documentId)
      return next
    })
  const none = ticked.length === 0 ? 'Select the certificates to claim.' : undefined
  return (
    <TypingDialog
      title="Claim certificates"
      submit={`Claim ${formatMoney(sum(ticked.map(({ tax }) => tax)))}`}
      unsaved={false}
      busy={claim.isPending}
      alert={claim.isError ? (none ?? sentenceOf(claim.error)) : undefined}
      onSubmit={() => claim.mutate()}
      onClose={onClose}
    >
      <div className={tax.fields}>
        <NativeSelect
          label="Return"
          value={form}
          onChange={(event) => setForm(sawtForms.find((name) => name === event.currentTarget.value) ?? '1702Q')}
          data={[...sawtForms]}
        />
        <PeriodField
          label="Period ending"
          value={period}
          choices={periods.map((value) => ({ value, label: formatMonth(value) }))}
          unit="quarter"
          onChange={setPeriod}
        />
      </div>
      {claimable.length === 0 ? (
        <Text size="sm">
          No certificates for {form} are left to claim for periods ending {formatMonth(period)} or earlier.
        </Text>
      ) : (
        <fieldset className={classes.rows}>
          <legend>Certificates</legend>
          {claimable.map(({ documentId, number, name, tax }) => (
            <Checkbox
              key={documentId}
              label={`${number}, ${name}, ${formatMoney(tax)}`}
              checked={!left.has(documentId)}
              onChange={() => toggle(documentId)}
            />
          ))}
        </fieldset>
      )}
    </TypingDialog>
  )
}
