// A form screen: title, back link, description, the frame, and the link to the manual.
import { Alert, Button, Group, Text } from '@mantine/core'
import { getOpenBatch } from '@talaan/contract/batches.ts'
import { cards, type FormScreen, documentPlaces, type PlaceCategory } from '@talaan/contract/cards.ts'
import type { FromFrame } from '@talaan/contract/channel.ts'
import { changedByForms } from '@talaan/contract/frame-calls.ts'
import { portalFacts, portalWords } from '@talaan/contract/portal.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { keyOf, useCall } from '../../app/api.ts'
import type { PagesHandle } from '../../app/files/PagesView.tsx'
import { formBehind, paths, withQuery } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { here } from '../../app/session/leave.ts'
import { useSession } from '../../app/session/session.ts'
import { setReviewsOutside, useReviewsOutside } from '../../app/session/settings.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { later } from '../../ui/later.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import classes from '../documents/documents.module.css'
import { BesideForm } from './BesideForm.tsx'
import { FormFrame, type FrameHandle } from './FormFrame.tsx'

const OutsideForm = later(async () => (await import('./OutsideForm.tsx')).OutsideForm)
const Batch = later(async () => (await import('../batches/Batch.tsx')).Batch)

/** The forms that can record a file from Arrivals. */
const withFile = ['bills', 'pettycash', 'invoice']

type Navigation = Extract<FromFrame, { type: 'navigate' }>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function FormPage({ screen }: { screen: FormScreen }) {
  const [query, setQuery] = useSearchParams()
  const [unsaved, setUnsaved] = useState(false)
  const [field, setField] = useState('')
  const frame = useRef<FrameHandle>(null)
  const file = useRef<PagesHandle>(null)
  const { batch, begin, count, recorded, close } = useBatch(screen)
  const facts = useCall(portalFacts)
  const isOutside = facts.data?.forms[screen.frame]?.own === false
  const reviewsOutside = useReviewsOutside()
  const { role } = useSession()
  const queries = useQueryClient()
  const go = useNavigate()
  useUnsaved(unsaved)

  const draftParam = query.get('draft') ?? ''
  const draftId = uuid.test(draftParam) ? draftParam.toLowerCase() : undefined
  useEffect(() => {
    // The draft's id is part of the address, so that the input is found after a reload or on return.
    if (draftId === undefined) setQuery((old) => withDraft(old, newId()), { replace: true })
  }, [draftId, setQuery])

  const party = query.get('party') ?? ''
  const about = query.get('about') ?? ''
  const returnTo = formBehind(query.get('returnTo'))

  const onChanged = () => {
    for (const name of changedByForms) void queries.invalidateQueries({ queryKey: [name] })
  }
  const onRecorded = (number: string) => {
    setUnsaved(false)
    recorded(number)
    onChanged()
  }
  const onSent = () => {
    setUnsaved(false)
    onChanged()
  }
  const onRestart = () => {
    setUnsaved(false)
    setQuery(new URLSearchParams({ draft: newId() }), { replace: true })
  }
  const actions = [
    ...(recordsDocuments(screen) && batch === null ? [{ label: 'Start batch', onSelect: begin }] : []),
    ...(recordsDocuments(screen) && isOutside
      ? [
          {
            label: reviewsOutside ? 'Record in the form' : 'Review drafts in Talaan first',
            onSelect: () => setReviewsOutside(!reviewsOutside),
          },
        ]
      : []),
  ]

  const navigate = ({ to, id, kind, party, search }: Navigation) => {
    switch (to) {
      case 'customertin':
      case 'vendortin':
        return void go(paths.form(to, { returnTo: withQuery(here(), { party: undefined, search: undefined }), search }))
      case 'deposit':
        return void go(paths.form(to, { returnTo: here() }))
      case 'form':
        return void go(paths.form(screen.frame, { draft: id }))
      case 'back':
        return void go(withQuery(returnTo ?? paths.dashboard, { party }))
      case 'invoice':
        return void go(returnTo ? withQuery(returnTo, { party }) : paths.form('invoice', { party, draft: id }))
      // Opens the form for the other type of expense, with the same input.
      case 'bills':
      case 'pettycash':
        return void go(paths.form(to, { draft: id }))
      case 'dashboard':
        return void go(paths.dashboard)
      case 'usermanual':
        return void go(paths.manual(screen.manualTab))
      case 'document':
        return void go(id && kind ? paths.document(kind, id) : paths.category(categoryOf(screen)))
      case 'approval':
        return void go(id ? paths.approval(id) : paths.category(categoryOf(screen)))
      case 'category':
        return void go(paths.category(categoryOf(screen)))
      case 'reconcile': {
        const [, account, month] = /^(\d{4})\/(\d{4}-\d{2})$/.exec(search ?? '') ?? []
        return void go(account && month ? paths.reconciliation(account, month) : paths.category(categoryOf(screen)))
      }
    }
  }

  const open = ({ what, id, kind }: Extract<FromFrame, { type: 'open' }>) => {
    if (what === 'account' && !accountants.includes(role))
      return toast({ title: 'Only accountants can see the entries of an account.' })
    const to =
      what === 'party' ? paths.party(id) : what === 'account' ? paths.account(id) : kind && paths.document(kind, id)
    if (to !== undefined) window.open(to, '_blank', 'noopener')
  }

  return (
    <>
      <div className={classes.formTitle}>
        <PageTitle
          action={
            <Group gap="xs">
              <Button component={Link} to={paths.dashboard} variant="default">
                {portalWords.backToDashboard}
              </Button>
              {actions.length > 0 && (
                <ActionMenu label="More actions" className={classes.moreActions ?? ''} actions={actions}>
                  <Icon name="more" />
                </ActionMenu>
              )}
            </Group>
          }
        >
          {screen.title}
        </PageTitle>
      </div>
      <Text c="dimmed" mt={-10} mb="sm">
        {screen.description}
      </Text>
      {batch !== null && (
        <Suspense fallback={null}>
          <Batch form={screen.frame} begun={batch} onChange={count} onClose={close} />
        </Suspense>
      )}
      <Answered query={facts} loading={<div className={classes.frame} />}>
        {({ forms, company, today }) => {
          const form = forms[screen.frame]
          if (form === undefined)
            return (
              <Alert color="yellow">
                This form has no address yet. Ask an administrator to set it in the company settings.
              </Alert>
            )
          if (draftId === undefined) return <div className={classes.frame} />
          if (!form.own)
            return (
              <Suspense fallback={<div className={classes.frame} />}>
                <OutsideForm
                  key={`${draftId} ${party} ${reviewsOutside}`}
                  screen={screen}
                  launch={{
                    form: screen.frame,
                    draftId,
                    reviews: reviewsOutside,
                    ...(uuid.test(party) && { party }),
                    ...(uuid.test(about) && { about }),
                  }}
                  list={paths.category(categoryOf(screen))}
                  onUnsaved={setUnsaved}
                  onRecorded={onRecorded}
                  onChanged={onChanged}
                  onRestart={onRestart}
                />
              </Suspense>
            )
          return (
            <BesideForm
              draftId={draftId}
              enabled={withFile.includes(screen.frame)}
              field={field}
              onTake={(text) => frame.current?.fill(field, text)}
              onThere={(isThere) => frame.current?.setBeside(isThere)}
              ref={file}
            >
              <FormFrame
                // A form with another draft or party starts over.
                key={`${draftId} ${party}`}
                screen={screen}
                url={form.url}
                opening={{
                  draftId,
                  company,
                  today,
                  party: uuid.test(party) ? party : undefined,
                  about: uuid.test(about) ? about : undefined,
                  search: query.get('search')?.slice(0, 100) ?? undefined,
                  returnTo: returnTo !== undefined && returnTo.length <= 100 ? returnTo : undefined,
                }}
                onNavigate={navigate}
                onOpen={open}
                // Updated immediately, because the form may navigate next.
                onUnsaved={(now) => flushSync(() => setUnsaved(now))}
                onRecorded={onRecorded}
                onSent={onSent}
                onRestart={onRestart}
                onField={setField}
                onPicture={(action) => file.current?.act(action)}
                ref={frame}
              />
            </BesideForm>
          )
        }}
      </Answered>
      <Group mt="md">
        <Button
          component={Link}
          to={paths.help(screen.manualTab)}
          variant="default"
          h="auto"
          mih={36}
          py={6}
          styles={{ inner: { minHeight: 22 }, label: { whiteSpace: 'normal' } }}
        >
          {portalWords.manualButton}
        </Button>
      </Group>
    </>
  )
}

function withDraft(query: URLSearchParams, draftId: string): URLSearchParams {
  const next = new URLSearchParams(query)
  next.set('draft', draftId)
  return next
}

type Begun = ComponentProps<typeof Batch>['begun']

/** The batch of this form. A batch that was not closed is shown again. */
function useBatch(screen: FormScreen) {
  const queries = useQueryClient()
  const formQuery = { query: { form: screen.frame } }
  const answer = useCall(getOpenBatch, formQuery, { enabled: recordsDocuments(screen) })
  const [begun, setBegun] = useState<Begun | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const open = answer.data?.batch
  if (begun === null && open && taken !== open.batchId) {
    setTaken(open.batchId)
    setBegun({
      batchId: open.batchId,
      count: String(open.count),
      controlTotal: formatMoney(open.total),
      numbers: open.documents.map(({ number }) => number),
    })
  }
  return {
    batch: begun,
    begin: () => setBegun({ batchId: newId(), count: '', controlTotal: '', numbers: [] }),
    count: (counted: Pick<Begun, 'count' | 'controlTotal'>) => setBegun((now) => now && { ...now, ...counted }),
    recorded: (number: string) =>
      setBegun((now) =>
        now === null || now.numbers.includes(number) ? now : { ...now, numbers: [...now.numbers, number] },
      ),
    close: () => {
      queries.setQueryData(keyOf(getOpenBatch, formQuery), { batch: null })
      setBegun(null)
    },
  }
}

/** Registrations and reports have no amounts to total. */
const recordsDocuments = ({ frame }: FormScreen) => Object.values(documentPlaces).some((place) => place.frame === frame)

const categoryOf = (screen: FormScreen): PlaceCategory =>
  cards.find((card) => card.buttonLink === screen.path)?.category ??
  Object.values(documentPlaces).find(({ frame }) => frame === screen.frame)?.category ??
  'Invoice'
