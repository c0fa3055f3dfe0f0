// Adds a file to Arrivals as the receipt of a bank line.
import { addArrival, arrivalProblems, setArrivalLine } from '@talaan/contract/arrivals.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call, sentenceOf } from '../../app/api.ts'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { refreshArrivals } from './refresh.ts'
import { refusalOf } from './useAdding.ts'

export type ReceiptLine = { id: string; takesReceipt: boolean }

export async function addReceipt(queries: QueryClient, line: ReceiptLine, file: File | undefined): Promise<void> {
  if (file === undefined) return
  const refused = line.takesReceipt ? refusalOf(file) : arrivalProblems.lineIncoming.sentence
  if (refused !== null) {
    toast({ title: refused, tone: 'bad' })
    return
  }
  try {
    const { arrival } = await call(addArrival, { query: { id: newId(), name: file.name.slice(-200) }, file })
    await call(setArrivalLine, { params: { arrivalId: arrival.id }, body: { lineId: line.id } })
    toast({ title: `${file.name} added as the receipt of this line`, tone: 'good' })
  } catch (error) {
    toast({ title: sentenceOf(error), tone: 'bad' })
  }
  await refreshArrivals(queries)
}
