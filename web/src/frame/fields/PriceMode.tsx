// Whether the prices on the paper of a sale, or of one that is taken back, include VAT.
import type { ComponentProps } from 'react'
import { NativeSelect } from './boxes.tsx'
import css from '../runtime/DocumentForm.module.css'

export function PriceMode(given: ComponentProps<typeof NativeSelect>) {
  return (
    <NativeSelect
      {...given}
      label="Prices on the paper"
      data={[
        { value: 'inclusive', label: 'Include VAT' },
        { value: 'exclusive', label: 'Do not include VAT' },
      ]}
      size="md"
      className={css.half}
    />
  )
}
