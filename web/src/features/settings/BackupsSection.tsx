// Whether the books can be restored. Each backup is restored as a test before it is saved.
import { Alert, Button, Text } from '@mantine/core'
import {
  backupIsLateAfterHours,
  backupProblems,
  getTimestampRequest,
  listBackups,
  makeBackup,
} from '@talaan/contract/backups.ts'
import type { Backup, Moments } from '@talaan/contract/backups.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { fileSize } from '../../ui/fileSize.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { moment } from '../../ui/moment.ts'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

const tones = { waiting: 'look', underWay: 'look', proven: 'good', unsound: 'bad', failed: 'bad' } as const
const words = {
  waiting: 'Queued',
  underWay: 'Running',
  proven: 'Tested',
  unsound: 'Books have errors',
  failed: 'Failed',
} as const

const problemWords = {
  log: 'New entries can’t be copied to BACKUP_DIR, so the books can be restored only up to the time below.',
  mirror: 'The second disk (MIRROR_DIR) failed. Talaan continues with one disk. Replace or reconnect the second one.',
} as const

const isOpen = ({ state }: Backup) => state === 'waiting' || state === 'underWay'

export function BackupsSection() {
  const query = useCall(
    listBackups,
    {},
    { refetchInterval: ({ state }) => (state.data?.backups.some(isOpen) ? 2000 : false) },
  )
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: () => call(makeBackup, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: [listBackups.name] }),
  })
  const request = useMutation({
    mutationFn: (backupId: string) => callBytes(getTimestampRequest, { params: { backupId } }),
    onSuccess: saveFile,
  })
  return (
    <>
      <Head section="backups">
        Talaan backs up all books to one file each night and on request. Every backup is tested before it is saved:
        Talaan restores it to a temporary database and verifies the books. The operations guide explains how to restore
        a backup.
      </Head>
      <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={5} />}>
        {({ configured, encrypted, late, unsound, moments, safetyProblems, backups }) => (
          <>
            <div className={classes.form}>
              {!configured && (
                <Alert color="yellow" variant="outline" mb="md">
                  <Text size="sm">{backupProblems.notConfigured.sentence}</Text>
                </Alert>
              )}
              {configured && late && (
                <Alert color="red" variant="outline" mb="md">
                  <Text size="sm">
                    There is no tested backup from the last {backupIsLateAfterHours} hours. Check the error message of
                    the last backup, or back up now.
                  </Text>
                </Alert>
              )}
              {safetyProblems.map(({ name, since, failure }) => (
                <Alert key={name} color="red" variant="outline" mb="md">
                  <Text size="sm">
                    {problemWords[name]} Since {moment(since)}: {failure}
                  </Text>
                </Alert>
              ))}
              {configured && moments !== null && <Moments {...moments} />}
              {unsound && (
                <Alert color="red" variant="outline" role="alert" mb="md">
                  <Text size="sm">
                    The books contain errors, and so does the last backup. Keep an older backup that was tested, and ask
                    your system administrator to run verify before you record more documents.
                  </Text>
                </Alert>
              )}
              {[make, request].map(
                ({ isError, error }, at) =>
                  isError && (
                    <Alert key={at} color="red" variant="outline" role="alert" mb="md">
                      <Text size="sm">{sentenceOf(error)}</Text>
                    </Alert>
                  ),
              )}
              <Button
                onClick={() => make.mutate()}
                loading={make.isPending}
                disabled={!configured || backups.some(isOpen)}
              >
                Back up now
              </Button>
              {configured && !encrypted && (
                <Text size="sm" c="dimmed" mt="md">
                  The backups are not encrypted: anyone who has a backup file can read the books. Set BACKUP_KEY to
                  encrypt them.
                </Text>
              )}
            </div>
            {backups.length > 0 && (
              <div className={classes.table} aria-live="polite">
                <DataTable
                  label="Backups"
                  rows={backups}
                  rowKey={({ id }) => id}
                  columns={[
                    { key: 'at', title: 'Requested', card: 'heading', nowrap: true, cell: ({ at }) => moment(at) },
                    {
                      key: 'state',
                      title: 'Status',
                      card: 'amount',
                      nowrap: true,
                      cell: ({ state }) => <StatusBadge tone={tones[state]}>{words[state]}</StatusBadge>,
                    },
                    { key: 'by', title: 'By', nowrap: true, cell: ({ by }) => by ?? 'Night' },
                    { key: 'size', title: 'Size', figure: true, cell: ({ bytes }) => bytes && fileSize(bytes) },
                    {
                      key: 'file',
                      title: 'File',
                      cell: (row) => row.failure ?? <BackupFile {...row} onRequest={() => request.mutate(row.id)} />,
                    },
                  ]}
                />
              </div>
            )}
          </>
        )}
      </Answered>
    </>
  )
}

function Moments({ since, until, test }: Moments) {
  return (
    <Text component="div" size="sm" mb="md">
      <p>
        {since === null || until === null
          ? 'You can restore the books to any point in time once the first copy of the database files is made.'
          : `You can restore the books to any second from ${moment(since)} to ${moment(until)}.`}
      </p>
      {test !== null && (
        <p>
          {test.failure === null
            ? `Last test, ${moment(test.at)}: the books of ${moment(test.moment ?? test.at)} were restored in ${test.seconds.toFixed(1)} seconds and compared.`
            : `The last test, ${moment(test.at)}, failed: ${test.failure}`}
        </p>
      )}
    </Text>
  )
}

type BackupFileProps = Pick<Backup, 'file' | 'entries' | 'head' | 'unsound' | 'heads'> & { onRequest: () => void }

function BackupFile({ file, entries, head, unsound, heads, onRequest }: BackupFileProps) {
  if (file === null || entries === null || head === null) return null
  return (
    <>
      {file}
      <Text size="xs" c="dimmed">
        {entries} entries; the last hash is <code>{head.slice(0, 12)}</code>
      </Text>
      {heads !== null && (
        <Button variant="transparent" size="compact-xs" px={0} onClick={onRequest}>
          Download time-stamp request
        </Button>
      )}
      {unsound !== null && (
        <Text size="xs" c="red">
          {unsound}
        </Text>
      )}
    </>
  )
}
