// The cheque of a document: its contents, its problems, and printing it on the bank's form.
import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { chequeWordsOf, getCheque, listLeaves, printCheque } from '@talaan/contract/cheques.ts'
import { leafWords } from '@talaan/ledger/banking/cheques.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './documents.module.css'

/** The types of documents that can issue a cheque. */
const issuing: readonly DocumentTypeName[] = ['cheque', 'payment', 'pettycashfund']

export function ChequePanel({ document: { id, kind } }: { document: { id: string; kind: DocumentTypeName } }) {
  const queries = useQueryClient()
  const params = { documentId: id }
  const found = useCall(getCheque, { params }, { enabled: issuing.includes(kind) })
  const print = useMutation({
    mutationFn: () => callBytes(printCheque, { params }),
    onSuccess: async (file) => {
      saveFile(file)
      await queries.invalidateQueries({ queryKey: [listLeaves.name] })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const cheque = found.data?.cheque
  if (!cheque) return null
  // A released or cancelled cheque is no longer printed, so it needs no hint.
  const ours = cheque.state === 'issued'
  const out = ours || cheque.state === 'released'
  return (
    <section className={classes.panel} aria-labelledby="cheque">
      <Title order={3} id="cheque" mb="xs">
        Cheque {cheque.no}
      </Title>
      <Stack gap="sm">
        <dl className={classes.facts}>
          <dt>Status</dt>
          <dd>{leafWords[cheque.state]}</dd>
          <dt>Drawn on</dt>
          <dd>{cheque.accountLabel}</dd>
          <dt>Cheque date</dt>
          <dd>{formatDay(cheque.day)}</dd>
          <dt>Pay to</dt>
          <dd>{cheque.payee}</dd>
          <dt>Amount</dt>
          <dd>{formatMoney(cheque.amount)}</dd>
        </dl>
        <Text size="sm">{cheque.words}</Text>
        {ours && cheque.stops.length > 0 && (
          <Alert color="red" title="The cheque cannot be printed">
            {cheque.stops.map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
          </Alert>
        )}
        {[
          ...(out ? cheque.looks : []),
          ...(cheque.measured || cheque.stops.length > 0
            ? []
            : ['This account uses the standard print layout. Print a test page first and adjust the positions.']),
        ].map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {cheque.stops.length === 0 && (
          <Button
            variant="default"
            leftSection={<Icon name="print" size={16} />}
            onClick={() => print.mutate()}
            loading={print.isPending}
          >
            {chequeWordsOf.print}
          </Button>
        )}
        {cheque.bookId !== null && (
          <Anchor
            component={Link}
            size="sm"
            to={withQuery(paths.category('ChequeDisbursement'), { book: cheque.bookId })}
          >
            Cheque book
          </Anchor>
        )}
      </Stack>
    </section>
  )
}
