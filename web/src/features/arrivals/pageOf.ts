// A page of a file in Arrivals: for a PDF, a picture of the page; for a picture, the file itself.
import { downloadArrival, getArrivalPage, type Arrival } from '@talaan/contract/arrivals.ts'
import { callBytes } from '../../app/api.ts'
import type { PageSource } from '../../app/files/usePicture.ts'

export const pageOf = ({ id, file }: Pick<Arrival, 'id' | 'file'>, page: number): PageSource => ({
  key: [getArrivalPage.name, id, page],
  load: async (signal) => {
    const bytes =
      file.type === 'application/pdf'
        ? await callBytes(getArrivalPage, { params: { arrivalId: id, page: String(page) }, signal })
        : await callBytes(downloadArrival, { params: { arrivalId: id }, signal })
    return bytes.blob
  },
})
