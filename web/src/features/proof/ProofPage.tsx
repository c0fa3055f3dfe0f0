// Checks the code of a voucher or of a page of a bound book, typed or scanned, and compares it with the books.
import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { paperSizeWords, bookTitle } from '@talaan/contract/books.ts'
import { adminsAndAccountants, accountants } from '@talaan/contract/roles.ts'
import { type BookPage, checkCode, proofWords, type Voucher } from '@talaan/contract/proof.ts'
import { formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { codeMistakes, readCode, readOldCode } from '@talaan/ledger/proof/code.ts'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './proof.module.css'

export function ProofPage() {
  const [query, setQuery] = useSearchParams()
  const requested = query.get('code') ?? ''
  const [typed, setTyped] = useState(requested)
  const [mistake, setMistake] = useState<string>()
  const check = (event: SubmitEvent) => {
    event.preventDefault()
    const read = readCode(typed)
    // Pages of older books have another type of code, which the server knows.
    if (!read.ok && readOldCode(typed) === null) return setMistake(codeMistakes[read.why])
    setMistake(undefined)
    const code = read.ok ? read.code : typed.trim()
    setTyped(code)
    setQuery({ code })
  }
  return (
    <>
      <PageTitle>{proofWords.title}</PageTitle>
      <Stack maw={720} gap="md">
        <Text>{proofWords.about}</Text>
        <form onSubmit={check} noValidate>
          <Group align="flex-start" gap="sm">
            <TextInput
              className={classes.code}
              label={proofWords.label}
              placeholder="7K2M-9D4Q-0VX"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={mistake}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={500}
            />
            <Button type="submit" size="md" mt={25}>
              {proofWords.button}
            </Button>
          </Group>
        </form>
        {requested !== '' && mistake === undefined && <Checked key={requested} code={requested} />}
      </Stack>
    </>
  )
}

function Checked({ code }: { code: string }) {
  const checked = useCall(checkCode, { query: { code } })
  if (checked.isError)
    return (
      <Alert color="red" title={`Code ${code}`} role="alert">
        {sentenceOf(checked.error)}
      </Alert>
    )
  if (checked.data === undefined) return <Skeleton height={220} aria-label="Checking the code" />
  const { found, problems } = checked.data
  const agrees = problems.length === 0
  return (
    <Stack gap="md" aria-live="polite">
      <Alert color={agrees ? 'green' : 'red'} title={agrees ? `✓ ${proofWords.agrees}` : `✕ ${proofWords.disagrees}`}>
        {agrees
          ? found.what === 'voucher'
            ? 'Its journal entry, amounts and attachments are unchanged since recording, and it is still in its original place in the chain of entries.'
            : 'The bound book has not changed since it was bound.'
          : problems.map((problem) => (
              <Text key={problem} size="sm">
                {problem}
              </Text>
            ))}
      </Alert>
      {found.what === 'voucher' ? <VoucherFacts voucher={found} /> : <PageFacts page={found} />}
    </Stack>
  )
}

function VoucherFacts({ voucher }: { voucher: Voucher }) {
  const { role } = useSession()
  const { voided } = voucher
  const restricted = ['journalvoucher', 'unapply', 'opening', 'certificate'].includes(voucher.kind)
  const opens = !restricted || (voucher.kind === 'certificate' ? accountants : adminsAndAccountants).includes(role)
  return (
    <Facts
      heading={`${voucher.title} ${voucher.number}`}
      facts={[
        ['Status', voided === null ? 'Recorded' : `Voided on ${moment(voided.at)} by ${voided.by}: ${voided.reason}`],
        ['Date', formatDay(voucher.day)],
        ['Customer or supplier', voucher.party ?? 'None'],
        ['Total', formatMoney(voucher.total)],
        ['Recorded', `${moment(voucher.recordedAt)} by ${voucher.recordedBy}`],
        ['Entry', String(voucher.entryNo)],
        ['Entry hash', voucher.hash],
      ]}
    >
      {opens && (
        <Anchor component={Link} to={paths.document(voucher.kind, voucher.id)}>
          Open {voucher.number}
        </Anchor>
      )}
    </Facts>
  )
}

function PageFacts({ page }: { page: BookPage }) {
  const { role } = useSession()
  const { firstMonth, lastMonth, since } = page
  const period =
    firstMonth === lastMonth ? formatMonth(firstMonth) : `${formatMonth(firstMonth)} to ${formatMonth(lastMonth)}`
  const last = page.firstPage + page.pages - 1
  return (
    <Facts
      heading={`${bookTitle(page.book)}, ${period}`}
      facts={[
        ['Status', page.replaced ? 'Replaced by a later version' : 'Bound, latest version'],
        ['Page', page.page === null ? 'Cover, index or certificate' : `${page.page} of ${page.firstPage} to ${last}`],
        ['Version', String(page.version)],
        ['Paper size', paperSizeWords[page.paper]],
        ['Bound', `${moment(page.boundAt)} by ${page.boundBy}`],
        [
          'Recorded since',
          since === null
            ? 'Nothing; the books match the printed copy'
            : `${since.entries === 1 ? '1 entry of' : `${since.entries} entries,`} ${formatMoney(since.debit)}${since.entries === 1 ? '' : ' in total'}, not in this printed copy`,
        ],
      ]}
    >
      {accountants.includes(role) && (
        <Anchor component={Link} to={paths.category('LooseLeaf')}>
          Open loose-leaf books
        </Anchor>
      )}
    </Facts>
  )
}

type FactsProps = { heading: string; facts: readonly (readonly [string, string])[]; children: ReactNode }

function Facts({ heading, facts, children }: FactsProps) {
  return (
    <section className={classes.sheet} aria-label={heading}>
      <Title order={2} size="h3">
        {heading}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
