// Download buttons for the current table, one for each format. A failure is shown once.
import { Button } from '@mantine/core'
import { reportFormats } from '@talaan/contract/reports.ts'
import { useMutation } from '@tanstack/react-query'
import { type FileAnswer, saveFile, sentenceOf } from '../api.ts'
import { toast } from '../../ui/toast.ts'
import classes from './FileButtons.module.css'

export type TableFormat = (typeof reportFormats)[number]

type Props = { label: string; fetch: (format: TableFormat) => Promise<FileAnswer>; className?: string | undefined }

export function FileButtons({ label, fetch, className = '' }: Props) {
  const save = useMutation({
    mutationFn: fetch,
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={`${classes.files} ${className}`} role="group" aria-label={label}>
      {reportFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="sm"
          px="xs"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
