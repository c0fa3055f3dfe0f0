// The documents and bank lines connected with a document.
import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { type DocumentRow, downloadAttachment, recordersOf } from '@talaan/contract/documents.ts'
import { downloadNote } from '@talaan/contract/notes.ts'
import { type getRelated, relationWords, type RelatedDocument } from '@talaan/contract/related.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { adminsAndAccountants, type Role } from '@talaan/contract/roles.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { type DocumentTypeName, documentWords } from '@talaan/ledger/documents/words.ts'
import { formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callBytes, saveFile, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './documents.module.css'
import { type Page, UnapplyButton } from './Unapply.tsx'

type Related = AnswerOf<typeof getRelated>
type Props = { query: UseQueryResult<Related, Error> }
type Of = Page & Pick<DocumentRow, 'status'>

export function Related({ query, of }: Props & { of: Of }) {
  return (
    <section className={classes.panel} aria-labelledby="related">
      <Title order={3} id="related" mb="xs">
        Linked documents
      </Title>
      <Answered query={query} loading={<Skeleton h={48} />}>
        {({ documents, bankLines }) =>
          documents.length === 0 && bankLines.length === 0 ? (
            <Text size="sm" c="dimmed">
              No payments, credits or other documents yet.
            </Text>
          ) : (
            <>
              {inGroups(documents).map(({ relation, rows }) => (
                <div key={relation}>
                  <h4 className={classes.relation}>{relationWords[relation]}</h4>
                  <ul className={classes.related}>
                    {rows.map((row) => (
                      <RelatedRow key={`${row.id} ${row.relation}`} row={row} of={of} />
                    ))}
                  </ul>
                </div>
              ))}
              {bankLines.length > 0 && (
                <div>
                  <h4 className={classes.relation}>Bank lines</h4>
                  <ul className={classes.related}>
                    {bankLines.map(({ id, day, account, accountLabel, description, amount, currency }) => (
                      <li key={id}>
                        <Anchor component={Link} size="sm" to={paths.reconciliation(account, monthOf(day))}>
                          {accountLabel}, {formatMonth(monthOf(day))}
                        </Anchor>
                        <span className={classes.relatedAmount}>
                          {currency === 'PHP' ? '' : `${currency} `}
                          {formatMoney(amount)}
                        </span>
                        <span className={classes.quiet}>
                          {formatDay(day)}, {description}
                        </span>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

function RelatedRow({ row, of }: { row: RelatedDocument; of: Of }) {
  const { role } = useSession()
  const { id, kind, number, day, amount, open, status, allocation, files } = row
  const isRemoved = allocation === 'removed'
  const mayRemove = allocation === 'applied' && of.status === 'recorded' && recordersOf('unapply').includes(role)
  return (
    <li data-void={status === 'void' || isRemoved || undefined}>
      <span>
        {isOpenTo(kind, role) ? (
          <Link className={classes.number} to={paths.document(kind, id)}>
            {number}
          </Link>
        ) : (
          number
        )}{' '}
        {status === 'void' && <StatusBadge tone="bad">Void</StatusBadge>}
        {isRemoved && <StatusBadge tone="plain">Removed</StatusBadge>}
      </span>
      <span className={classes.relatedAmount}>{amount !== null && formatMoney(amount)}</span>
      <span className={classes.quiet}>
        {documentWords[kind].words.title}, {formatDay(day)}
      </span>
      {open !== null && open > 0n && (
        <span className={`${classes.quiet} ${classes.relatedAmount}`}>{formatMoney(open)} open</span>
      )}
      {files.length > 0 && (
        <span className={classes.relatedFiles}>
          {files.map((file) => (
            <FileOf key={file.id} file={file} />
          ))}
        </span>
      )}
      {mayRemove && (
        <span className={classes.relatedAction}>
          <UnapplyButton page={of} row={row} />
        </span>
      )}
    </li>
  )
}

function FileOf({ file: { id, name, added } }: { file: RelatedDocument['files'][number] }) {
  const save = useMutation({
    mutationFn: async () => {
      const file = added
        ? await callBytes(downloadNote, { params: { noteId: id } })
        : await callBytes(downloadAttachment, { params: { attachmentId: id } })
      saveFile({ ...file, name })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => save.mutate()}>
      {name}
    </Anchor>
  )
}

/** Only administrators and accountants may see the journal. */
const isOpenTo = (kind: DocumentTypeName, role: Role): boolean =>
  documentPlaces[kind].category !== 'Journal' || adminsAndAccountants.includes(role)

function inGroups(documents: readonly RelatedDocument[]) {
  const groups = new Map<RelatedDocument['relation'], RelatedDocument[]>()
  for (const one of documents) groups.set(one.relation, [...(groups.get(one.relation) ?? []), one])
  return [...groups].map(([relation, rows]) => ({ relation, rows }))
}
