// The bound books below the card, with the stored files, and whether the books have changed since.
import { Button, Text, Title } from '@mantine/core'
import {
  bookFormats,
  bookFormatWords,
  paperSizeWords,
  bookTitle,
  bookWordsOf,
  type BoundBook,
  getBookFile,
  listBoundBooks,
} from '@talaan/contract/books.ts'
import { formatDay, formatMonth, dayInManila } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './books.module.css'
import panel from '../../ui/panel.module.css'
import { LayoutSection } from './LayoutSection.tsx'
import { ProofSection } from './ProofSection.tsx'

export function LooseLeafBooks() {
  return (
    <>
      <BoundBooks />
      <ProofSection />
      <LayoutSection />
    </>
  )
}

function BoundBooks() {
  const { passwordDue } = useSession()
  const answer = useCall(listBoundBooks, {}, { enabled: !passwordDue })
  const save = useMutation({
    mutationFn: (fileId: string) => callBytes(getBookFile, { params: { fileId } }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <section className={panel.section} aria-labelledby="bound-books">
      <div className={panel.tools}>
        <Title order={2} id="bound-books">
          Bound books
        </Title>
        <Button component={Link} to={paths.form('looseleaf')} variant="default" size="sm">
          {bookWordsOf.first}
        </Button>
      </div>
      <Answered query={answer} panel={panel.empty} loading={<SkeletonRows rows={3} />}>
        {({ books }) =>
          books.length === 0 ? (
            <div className={panel.empty}>
              <Text>{bookWordsOf.none} Print drafts at any time. Close a month to bind its books.</Text>
            </div>
          ) : (
            <DataTable
              label="Bound books"
              columns={columns((id) => save.mutate(id), save.isPending ? save.variables : undefined)}
              rows={books}
              rowKey={({ id }) => id}
              faded={({ replaced }) => replaced}
            />
          )
        }
      </Answered>
    </section>
  )
}

const periodOf = ({ firstMonth, lastMonth }: BoundBook) =>
  firstMonth === lastMonth ? formatMonth(firstMonth) : `${formatMonth(firstMonth)} to ${formatMonth(lastMonth)}`

const columns = (onSave: (fileId: string) => void, saving: string | undefined): DataColumn<BoundBook>[] => [
  {
    key: 'book',
    title: 'Book',
    card: 'heading',
    cell: (book) => (
      <>
        <strong>{bookTitle(book.book)}</strong>
        <div className={classes.quiet}>
          {periodOf(book)}, {paperSizeWords[book.paper]}
          {book.version > 1 && `, version ${book.version}`}
        </div>
      </>
    ),
  },
  {
    key: 'pages',
    title: 'Pages',
    nowrap: true,
    cell: ({ firstPage, pages }) => (pages === 1 ? firstPage : `${firstPage} to ${firstPage + pages - 1}`),
  },
  {
    key: 'bound',
    title: 'Bound',
    cell: ({ boundAt, boundBy, code }) => (
      <>
        {formatDay(dayInManila(Date.parse(boundAt)))} by {boundBy}
        <div className={classes.quiet}>{code}</div>
      </>
    ),
  },
  { key: 'debit', title: 'Debits', figure: true, card: 'amount', cell: ({ debit }) => formatMoney(debit) },
  { key: 'state', title: 'Current books', cell: (book) => <State book={book} /> },
  {
    key: 'files',
    title: 'Files',
    cell: (book) => (
      <div className={classes.files}>
        {bookFormats.flatMap((format) => {
          const file = book.files.find((one) => one.format === format)
          if (file === undefined) return []
          return [
            <Button
              key={format}
              size="compact-sm"
              variant="default"
              loading={saving === file.id}
              aria-label={`${bookTitle(book.book)} of ${periodOf(book)} as ${bookFormatWords[format]}`}
              onClick={() => onSave(file.id)}
            >
              {bookFormatWords[format]}
            </Button>,
          ]
        })}
      </div>
    ),
  },
]

function State({ book: { difference, replaced } }: { book: BoundBook }) {
  if (difference === null)
    return <StatusBadge tone={replaced ? 'plain' : 'good'}>{replaced ? 'Replaced' : 'Unchanged'}</StatusBadge>
  const entries = difference.entries === 1 ? '1 entry' : `${difference.entries} entries`
  return (
    <>
      <StatusBadge tone={replaced ? 'plain' : 'look'}>{replaced ? 'Replaced' : 'Changed'}</StatusBadge>
      <div className={classes.quiet}>
        {entries} of {formatMoney(difference.debit)} recorded later
      </div>
    </>
  )
}
