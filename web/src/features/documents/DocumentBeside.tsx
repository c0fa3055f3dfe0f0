// The document next to its list: its contents, linked documents, and the next step. Everything else is on its page.
import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { settledAt } from '@talaan/contract/cards.ts'
import { getDocument, printVoucher } from '@talaan/contract/documents.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { Link } from 'react-router'
import { callBytes, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSettled } from '../../app/table/useSettled.ts'
import { DocumentBadge } from './DocumentBadge.tsx'
import { Facts, SaveButton, Tags } from './DocumentParts.tsx'
import classes from './documents.module.css'
import { ReceiptView } from './ReceiptView.tsx'
import { Related } from './Related.tsx'

/** `state` lets the page link back to the list. */
type Props = { documentId: string; state: unknown }

export function DocumentBeside({ documentId: chosen, state }: Props) {
  const documentId = useSettled(chosen)
  const params = { documentId }
  const query = useCall(getDocument, { params }, { keepPrevious: true })
  const related = useCall(getRelated, { params }, { keepPrevious: true })
  return (
    <section
      className={classes.beside}
      aria-label="Document"
      aria-busy={query.isPlaceholderData || documentId !== chosen}
    >
      <Answered query={query} loading={<Skeleton h={480} />}>
        {({ document }) => {
          const { id, kind, number, status, open, voided } = document
          const [settle] = status === 'recorded' && open > 0n ? settledAt(kind) : []
          return (
            <Stack gap="md">
              <Group justify="space-between" gap="sm">
                <Group gap="sm">
                  <Title order={3}>{number}</Title>
                  <DocumentBadge row={document} />
                </Group>
                <Group gap="sm">
                  <SaveButton words="Save PDF" get={() => callBytes(printVoucher, { params: { documentId: id } })} />
                  <Button component={Link} to={paths.document(kind, id)} state={state} variant="default">
                    Open
                  </Button>
                  {settle && (
                    <Button component={Link} to={paths.form(settle.frame, { about: id })}>
                      {settle.words}
                    </Button>
                  )}
                </Group>
              </Group>
              {voided && (
                <p className={classes.void}>
                  Voided on {formatDay(voided.day)} by {voided.by}: {voided.reason}
                </p>
              )}
              <ReceiptView receipt={document.receipt} />
              <Facts document={document} />
              <Tags document={document} />
              <Related query={related} of={document} />
            </Stack>
          )
        }}
      </Answered>
    </section>
  )
}
