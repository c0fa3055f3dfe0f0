// Downloads the table on the screen as a file, and shows what changed in it since a date.
import { printReport, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { callBytes } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import classes from '../../app/table/sheet.module.css'

export function Downloads({ report, query }: { report: ReportName; query: ReportQuery }) {
  return (
    <Group gap={8} className={classes.downloads}>
      <Button component={Link} to={paths.compare(report, query)} variant="default" size="sm">
        Changes
      </Button>
      <FileButtons
        label="Download"
        fetch={(format) =>
          callBytes(printReport, { params: { report, format }, query: query as Record<string, string> })
        }
      />
    </Group>
  )
}
