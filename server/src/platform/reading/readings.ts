// The kinds of files that the reading process reads.
import { mergeFiles, splitPdf } from './arrange.ts'
import { readCells } from './cells.ts'
import { readDeliveryReport } from './delivery-report.ts'
import { readMessage } from './message.ts'
import { readPage } from './page.ts'
import { readPages } from './pages.ts'
import { readStatement } from './statement.ts'

export const readings = {
  statement: readStatement,
  cells: readCells,
  pages: readPages,
  page: readPage,
  split: splitPdf,
  merge: mergeFiles,
  message: readMessage,
  deliveryReport: readDeliveryReport,
}
export type Readings = typeof readings
