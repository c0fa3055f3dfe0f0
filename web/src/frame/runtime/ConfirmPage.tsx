// The review: the document as it will be, and its effect on the books. Yes records it, and No starts over; a type of
// document may have other labels for both.
import { Button, Group, Kbd, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { documentWords } from '@talaan/contract/documents.ts'
import type { reviewDraft } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import css from './ConfirmPage.module.css'
import { useAnswerKeys } from './formKeys.ts'
import { Notice } from './Notice.tsx'
import { Entry, PrintedReceipt } from './PrintedReceipt.tsx'
import { inPlainWords } from './words.ts'

type Props = {
  review: AnswerOf<typeof reviewDraft>
  /** The reason for a second review, or for a failed recording. */
  notice: string | null
  recording: boolean
  /** '' if no receipt is sent; null for a form that sends no receipts by e-mail. */
  receiptTo: string | null
  /** The labels of this type, if they are not Yes and No. */
  words: { yes?: string; no?: string }
  onYes: () => void
  /** Instead of Yes, if the document needs an approval. */
  onSend: () => void
  onNo: () => void
  onEdit: () => void
}

export function ConfirmPage({
  review,
  notice,
  recording,
  receiptTo,
  words: { yes = documentWords.yes, no: noWords = documentWords.no },
  onYes,
  onSend,
  onNo,
  onEdit,
}: Props) {
  const { receipt, warnings, numberToBe, approval } = review
  const careful = warnings.length > 0
  const yesWords = approval === null ? yes : documentWords.send
  const onFirst = approval === null ? onYes : onSend
  const first = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // Enter records immediately only if there is nothing to check.
  useEffect(() => {
    window.scrollTo(0, 0)
    if (careful) heading.current?.focus()
    else first.current?.focus({ preventScroll: true })
  }, [careful, review])

  useAnswerKeys({ y: onFirst, n: onNo, escape: onEdit }, { disabled: recording })

  return (
    <main className={css.page}>
      <Title order={1} ref={heading} tabIndex={-1} className={css.title}>
        {documentWords.reviewTitle}
      </Title>
      {notice && (
        <div className={css.notice}>
          <Notice tone="look" title="Check these points" urgent>
            {notice}
          </Notice>
        </div>
      )}
      <div className={css.columns}>
        <section className={css.preview} aria-label="Document preview">
          <PrintedReceipt receipt={receipt} number={`${numberToBe} (to be)`} />
        </section>

        <aside className={css.aside}>
          {careful && (
            <Notice tone="look" title={warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}>
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Notice>
          )}
          <section>
            <Title order={2}>Effect of {yesWords}</Title>
            {approval !== null && (
              <>
                <ul className={css.plain}>
                  <li>{approval.rule}</li>
                  <li>
                    Sends it to <strong>{approval.approvers.join(', ')}</strong>. One approval is enough.
                  </li>
                  <li>Until it is approved, nothing is posted, and no number is assigned.</li>
                </ul>
                <Text mt="sm" size="sm">
                  When it is approved, Talaan:
                </Text>
              </>
            )}
            <ul className={css.plain}>
              <li>
                Assigns document number <strong>{numberToBe}</strong>,{' '}
                {approval === null ? 'the next' : 'or a later one'} in its series. Write this number on your document.
              </li>
              {inPlainWords(receipt).map(({ amount, sentence }, row) => (
                <li key={`${row} ${sentence}`}>
                  <strong>{formatMoney(amount)}</strong> {sentence}
                </li>
              ))}
              {receiptTo === '' && <li>Sends no receipt, because the receipt e-mail is empty.</li>}
              {receiptTo && (
                <li>
                  E-mails the receipt to <strong>{receiptTo}</strong>.
                </li>
              )}
            </ul>
          </section>
          <Entry journal={receipt.journal} />
        </aside>
      </div>

      <div className={css.answer}>
        <Text className={css.question}>
          {approval === null ? 'Record' : 'Send'} this {receipt.title.toLowerCase()} of{' '}
          <strong>{formatMoney(receipt.totals.at(-1)?.amount ?? 0n)}</strong>
          {approval !== null && ' for approval'}?
        </Text>
        <Group gap="sm">
          <Button ref={first} onClick={onFirst} loading={recording} rightSection={<Kbd size="xs">Y</Kbd>}>
            {yesWords}
          </Button>
          <Button variant="default" onClick={onNo} disabled={recording} rightSection={<Kbd size="xs">N</Kbd>}>
            {noWords}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            onClick={onEdit}
            disabled={recording}
            rightSection={<Kbd size="xs">Esc</Kbd>}
          >
            Edit
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {noWords} returns to the start. Your entries are saved as a draft.
        </Text>
      </div>
    </main>
  )
}
