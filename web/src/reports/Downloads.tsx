// The same table as a file: what is downloaded is what is seen.
import { printReport, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { callBytes } from '../api.ts'
import { FileButtons } from '../sheet/FileButtons.tsx'

export function Downloads({ report, query }: { report: ReportName; query: ReportQuery }) {
  return (
    <FileButtons
      label="Download"
      fetch={(format) => callBytes(printReport, { params: { report, format }, query: query as Record<string, string> })}
    />
  )
}
