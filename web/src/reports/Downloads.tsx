// The same table as a file: what is downloaded is what is seen.
import { Button } from '@mantine/core'
import { printReport, reportFormats, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { useMutation } from '@tanstack/react-query'
import { callBytes, saveFile, sentenceOf } from '../api.ts'
import { toast } from '../ui/toast.ts'
import classes from '../sheet/sheet.module.css'

type Format = (typeof reportFormats)[number]

export function Downloads({ report, query }: { report: ReportName; query: ReportQuery }) {
  const save = useMutation({
    mutationFn: (format: Format) =>
      callBytes(printReport, { params: { report, format }, query: query as Record<string, string> }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={classes.downloads} role="group" aria-label="Download">
      {reportFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="sm"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
