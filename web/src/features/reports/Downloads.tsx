// Downloads the table on the screen as a file.
import { printReport, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { callBytes } from '../../app/api.ts'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import classes from '../../app/table/sheet.module.css'

export function Downloads({ report, query }: { report: ReportName; query: ReportQuery }) {
  return (
    <FileButtons
      label="Download"
      className={classes.downloads}
      fetch={(format) => callBytes(printReport, { params: { report, format }, query: query as Record<string, string> })}
    />
  )
}
