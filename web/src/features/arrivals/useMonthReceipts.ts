// The receipts of a month of a bank account. They are requested again while files are being read.
import { listMonthReceipts } from '@talaan/contract/arrivals.ts'
import { useCall } from '../../app/api.ts'
import { isBeingRead, pollMs } from './states.ts'

export type OfMonth = { account: string; month: string }

export const useMonthReceipts = (params: OfMonth) =>
  useCall(
    listMonthReceipts,
    { params },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.lines.some(({ receipt }) => receipt !== null && isBeingRead(receipt)) === true ? pollMs : false,
    },
  )
