// Exports the journal of a period for other accounting programs, as plain text with the document of every entry.
import { Button, Group, Text } from '@mantine/core'
import { exportJournal } from '@talaan/contract/reports.ts'
import { nameOfPeriod, type Period, periodNamed, periodNames, periodWords } from '@talaan/ledger/core/periods.ts'
import { plainTextFormats, type PlainTextFormat, plainTextWords } from '@talaan/ledger/reports/plain-text.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callBytes, saveFile, sentenceOf } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { useFiscalToday } from '../../app/today.ts'
import { PeriodField } from '../../ui/PeriodField.tsx'
import classes from '../../app/table/sheet.module.css'

export function JournalExport() {
  const calendar = useFiscalToday()
  const [chosen, setChosen] = useState<Period>()
  const query = chosen ?? periodNamed('last-month', calendar)
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
        <PeriodField
          label="Entries of"
          value={nameOfPeriod(query, calendar) ?? 'custom'}
          choices={periodNames.map((value) => ({ value, label: periodWords[value] }))}
          onChange={(value) => {
            const name = periodNames.find((one) => one === value)
            if (name !== undefined) setChosen(periodNamed(name, calendar))
          }}
          dates={{
            ...query,
            today: calendar.today,
            onDates: ({ from = query.from, to = query.to }) => setChosen({ from, to }),
          }}
        />
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
