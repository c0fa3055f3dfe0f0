// The page after recording: the document's number, its effect, and the next actions. Only the voucher is printed.
import { Button, Group, Kbd, Skeleton, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countPrint, documentWords, getDocument, printVoucher, reprintMark } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { DocumentWords } from '@talaan/ledger/documents/document-words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Channel } from './channel.ts'
import { Notice } from './Notice.tsx'
import { offerDownload } from './offerDownload.ts'
import { PrintedReceipt } from './PrintedReceipt.tsx'
import css from './VoucherPage.module.css'

type Detail = AnswerOf<typeof getDocument>['document']

type Props = {
  channel: Channel
  documentId: string
  /** The answer to the recording; if the page is opened again later, it requests the document. */
  recorded: { number: string; receiptTo: string | null; mailReady: boolean } | null
  words: DocumentWords['words']
  onAnother: () => void
  /** A copy, if the type of document offers it. */
  onCopy?: () => void
}

export function VoucherPage({ channel, documentId, recorded, words, onAnother, onCopy }: Props) {
  const [detail, setDetail] = useState<Detail | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [mark, setMark] = useState('')
  const [tries, setTries] = useState(0)
  const first = useRef<HTMLButtonElement>(null)
  /** The unfinished form from which this document's form was opened. */
  const behind = channel.context.returnTo !== undefined

  useEffect(() => {
    window.scrollTo(0, 0)
    first.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    let left = false
    channel
      .call(getDocument, { params: { documentId } })
      .then(({ document: found }) => {
        if (left) return
        setDetail(found)
        setFailure(null)
      })
      .catch((error: unknown) => {
        if (!left) setFailure(error instanceof Error ? error.message : getDocument.failure)
      })
    return () => {
      left = true
    }
  }, [channel, documentId, tries])

  async function print() {
    try {
      const { reprint, day } = await channel.call(countPrint, { params: { documentId } })
      flushSync(() => {
        setMark(reprintMark(reprint, day))
        setFailure(null)
      })
      window.print()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : countPrint.failure)
    }
  }

  async function savePdf() {
    setSaving(true)
    try {
      const bytes = await channel.download(printVoucher, { params: { documentId } })
      offerDownload(new Blob([bytes], { type: 'application/pdf' }), `${number}.pdf`)
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : printVoucher.failure)
    } finally {
      setSaving(false)
    }
  }

  const number = detail?.number ?? recorded?.number ?? ''
  return (
    <main className={css.page}>
      <section className={css.done} aria-label="Result">
        <Text c="dimmed">{detail?.status === 'void' ? `${words.title}, void` : words.recorded}</Text>
        <Title order={1} className={css.number}>
          {number || <Skeleton height={40} width={260} />}
        </Title>
        <Text>Write this number on your document.</Text>
        <ul className={css.happened}>
          <li>
            {detail?.status === 'void' ? (
              <StatusBadge tone="bad">Void</StatusBadge>
            ) : (
              <StatusBadge tone="good">Recorded</StatusBadge>
            )}{' '}
            {detail
              ? `${formatMoney(detail.total)}${detail.partyName ? ` for ${detail.partyName}` : ''}, entry no. ${detail.entryNo}`
              : 'in the books'}
          </li>
          <ReceiptLine detail={detail} recorded={recorded} />
        </ul>
        {failure && (
          <div className={css.failure}>
            <Notice tone="bad" title={failure} urgent>
              <Button size="compact-sm" variant="default" onClick={() => setTries(tries + 1)}>
                Reload voucher
              </Button>
            </Notice>
          </div>
        )}
        <Group gap="sm">
          {behind && (
            <Button
              ref={first}
              onClick={() => channel.navigate({ to: 'back' })}
              rightSection={<Kbd size="xs">Enter</Kbd>}
            >
              Back to your document
            </Button>
          )}
          <Button
            {...(behind ? { variant: 'default' } : { ref: first, rightSection: <Kbd size="xs">Enter</Kbd> })}
            onClick={onAnother}
          >
            Record another
          </Button>
          {onCopy && (
            <Button variant="default" onClick={onCopy}>
              {documentWords.copy}
            </Button>
          )}
          <Button variant="default" onClick={() => void print()} disabled={detail === null}>
            Print
          </Button>
          <Button variant="default" onClick={() => void savePdf()} loading={saving}>
            Save as PDF
          </Button>
          <Button
            variant="default"
            onClick={() => channel.navigate({ to: 'document', id: documentId, kind: detail?.kind })}
            disabled={detail === null}
          >
            Open in portal
          </Button>
        </Group>
      </section>
      {detail && (
        <section className={css.voucher} aria-label="Voucher">
          {mark !== '' && <p className={css.mark}>{mark}</p>}
          <PrintedReceipt receipt={detail.receipt} number={number} withEntry />
        </section>
      )}
    </main>
  )
}

function ReceiptLine({ detail, recorded }: { detail: Detail | null; recorded: Props['recorded'] }) {
  const to = detail?.mail?.to ?? recorded?.receiptTo
  if (!to) return null
  if (detail?.mail?.status === 'sent') {
    return (
      <li>
        <StatusBadge tone="good">Sent</StatusBadge> Receipt sent to {to}.
      </li>
    )
  }
  if (detail?.mail?.status === 'failed') {
    return (
      <li>
        <StatusBadge tone="bad">Not sent</StatusBadge> The receipt to {to} could not be sent
        {detail.mail.lastError ? `: ${detail.mail.lastError}` : '.'}
      </li>
    )
  }
  if ((recorded ?? detail)?.mailReady === false) {
    return (
      <li>
        <StatusBadge tone="plain">Queued</StatusBadge> The receipt to {to} is queued.
      </li>
    )
  }
  return (
    <li>
      <StatusBadge tone="plain">Queued</StatusBadge> The receipt to {to}{' '}
      {recorded ? 'is queued.' : 'will be sent soon.'}
    </li>
  )
}
