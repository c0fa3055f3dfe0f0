// A filter above the matched lines of a month: it shows only matched documents without a file.
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useState, type ReactNode } from 'react'
import classes from './arrivals.module.css'
import { MissingTable } from './MissingFiles.tsx'
import { useMonthReceipts, type OfMonth } from './useMonthReceipts.ts'

export function ReceiptFilter({ of, children }: { of: OfMonth; children: ReactNode }) {
  const { missing = [], missingCount = 0 } = useMonthReceipts(of).data ?? {}
  const [isOn, setOn] = useState(false)
  if (missingCount === 0) return children
  return (
    <>
      <Checkbox
        className={classes.filter ?? ''}
        label={`Receipt missing (${missingCount.toLocaleString('en')})`}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {isOn ? <MissingTable missing={missing} /> : children}
    </>
  )
}
