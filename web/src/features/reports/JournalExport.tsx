// Exports the journal of a period for other accounting programs: plain text, every entry with its document.
import { Button, Group, Text } from '@mantine/core'
import { exportJournal } from '@talaan/contract/reports.ts'
import { type Day, yearOf } from '@talaan/ledger/core/date.ts'
import { plainTextFormats, type PlainTextFormat, plainTextWords } from '@talaan/ledger/reports/plain-text.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callBytes, saveFile, sentenceOf } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { DayField } from './DayField.tsx'
import classes from '../../app/table/sheet.module.css'

export function JournalExport({ today }: { today: Day }) {
  const [from, setFrom] = useState<Day | undefined>()
  const [to, setTo] = useState<Day | undefined>()
  const query = { from: from ?? `${yearOf(today)}-01-01`, to: to ?? today }
  const save = useMutation({
    mutationFn: (format: PlainTextFormat) => callBytes(exportJournal, { params: { format }, query }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <section className={classes.screenOnly} aria-labelledby="journal-export">
      <Text component="h2" id="journal-export" fw={600} mt="lg" mb={4}>
        Plain-text journal
      </Text>
      <Text size="sm" mb="xs">
        All entries in the period, for plain-text accounting programs such as hledger. Void documents are included with
        their reversing entries.
      </Text>
      <div className={classes.tools}>
        <DayField label="Entries from" value={query.from} today={today} onDay={setFrom} />
        <DayField label="Entries to" value={query.to} today={today} onDay={setTo} />
        <Group gap="xs" role="group" aria-label="Download journal" className={classes.nextToFields}>
          {plainTextFormats.map((format) => (
            <Button
              key={format}
              variant="default"
              size="sm"
              loading={save.isPending && save.variables === format}
              onClick={() => save.mutate(format)}
            >
              {plainTextWords[format].title}
            </Button>
          ))}
        </Group>
      </div>
    </section>
  )
}
