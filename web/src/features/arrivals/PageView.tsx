// The pages of a file in Arrivals, with the places of the values that were read.
import { listArrivalWords, type Arrival, type ReadValue } from '@talaan/contract/arrivals.ts'
import type { ReactNode, Ref } from 'react'
import { useCall } from '../../app/api.ts'
import { PagesView, type PagesHandle } from '../../app/files/PagesView.tsx'
import { pageOf } from './pageOf.ts'
import { fieldWords, shownValue } from './words.ts'

type Props = {
  arrival: Pick<Arrival, 'id' | 'file'>
  /** The pages of a PDF; a picture has one page. */
  pictures: number
  fields: readonly ReadValue[]
  /** The field whose place is shown. */
  active: ReadValue | undefined
  /** Takes a text into the form next to the file. */
  onTake?: (text: string) => void
  /** Shown next to the zoom buttons. */
  actions?: ReactNode
  ref?: Ref<PagesHandle>
}

export function PageView({ arrival: { id, file }, pictures, fields, active, onTake, actions, ref }: Props) {
  const takes = onTake !== undefined
  const words = useCall(listArrivalWords, { params: { arrivalId: id } }, { enabled: takes })
  const isPdf = file.type === 'application/pdf'
  return (
    <PagesView
      name={file.name}
      pages={Array.from({ length: isPdf ? pictures : 1 }, (_, at) => pageOf({ id, file }, at + 1))}
      places={fields.map((field, at) => ({
        key: String(at),
        page: field.evidence.page,
        box: field.evidence,
        title: fieldWords[field.name],
        text: shownValue(field),
      }))}
      active={active && String(fields.indexOf(active))}
      words={(words.data?.words ?? []).map(([page, text, x0, y0, x1, y1]) => ({ page, text, x0, y0, x1, y1 }))}
      onTake={onTake}
      fills={takes}
      actions={actions}
      {...(ref !== undefined && { ref })}
    />
  )
}
