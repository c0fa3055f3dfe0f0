// The same table as a file: what is downloaded is what is seen.
import { Button } from '@mantine/core'
import { printReport, reportFormats, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { useMutation } from '@tanstack/react-query'
import { callBytes, type FileAnswer, saveFile, sentenceOf } from '../api.ts'
import { toast } from '../ui/toast.ts'
import classes from '../sheet/sheet.module.css'

type Format = (typeof reportFormats)[number]

export function Downloads({ report, query }: { report: ReportName; query: ReportQuery }) {
  return (
    <TableDownloads
      print={(format) => callBytes(printReport, { params: { report, format }, query: query as Record<string, string> })}
    />
  )
}

export function TableDownloads({ print }: { print: (format: Format) => Promise<FileAnswer> }) {
  const save = useMutation({
    mutationFn: print,
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
