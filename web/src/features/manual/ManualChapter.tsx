// The panel of a tab: its chapter, fetched when it is first wanted and printed from the value that it is.
import { Skeleton, Stack, Title } from '@mantine/core'
import type { ManualTab, ManualTabName } from '@talaan/contract/manual.ts'
import { lazy, Suspense, type ComponentType } from 'react'
import { BrokenPage } from '../../app/problems.tsx'
import { Boundary } from '../../ui/Boundary.tsx'
import { Late } from '../../ui/Late.tsx'
import type { Chapter, Section } from './chapter.ts'
import { panelId } from './ids.ts'
import classes from './manual.module.css'
import { PictureOf } from './PictureOf.tsx'
import { pictures, type Picture } from './pictures.ts'

type Page = ComponentType<{ tab: ManualTabName }>

const chapters: Record<ManualTabName, Page> = {
  'getting-started': page(() => import('./chapters/getting-started.tsx')),
  invoices: page(() => import('./chapters/invoices.tsx')),
  collectionreceipts: page(() => import('./chapters/collectionreceipts.tsx')),
  pettycash: page(() => import('./chapters/pettycash.tsx')),
  bills: page(() => import('./chapters/bills.tsx')),
  billspayments: page(() => import('./chapters/billspayments.tsx')),
  chequedisbursement: page(() => import('./chapters/chequedisbursement.tsx')),
  deposits: page(() => import('./chapters/deposits.tsx')),
  transfers: page(() => import('./chapters/transfers.tsx')),
  withdrawals: page(() => import('./chapters/withdrawals.tsx')),
}

function page(load: () => Promise<{ chapter: Chapter }>): Page {
  return lazy(async (): Promise<{ default: Page }> => {
    const { chapter } = await load()
    return { default: ({ tab }) => <ChapterText chapter={chapter} tab={tab} /> }
  })
}

export function ManualChapter({ tab }: { tab: ManualTab }) {
  const Page = chapters[tab.tab]
  return (
    // The tab may be filtered out of the list, so the panel carries its name itself.
    <div role="tabpanel" id={panelId} aria-label={tab.label} tabIndex={0} className={classes.panel}>
      <Title order={2}>{tab.label}</Title>
      <Boundary key={tab.tab} broken={<BrokenPage />}>
        <Suspense fallback={<Loading />}>
          <Page tab={tab.tab} />
        </Suspense>
      </Boundary>
    </div>
  )
}

type Shown = { chapter: Chapter; tab: ManualTabName }

function ChapterText({ chapter: { about, sections }, tab }: Shown) {
  return (
    <>
      <p>{about}</p>
      {sections.map((section) => (
        <SectionText
          key={section.title}
          section={section}
          shown={pictures.filter((picture) => picture.tab === tab && picture.section === section.title)}
        />
      ))}
    </>
  )
}

type OfSection = { section: Section; shown: readonly Picture[] }

function SectionText({ section: { title, text, steps, keys, notes }, shown }: OfSection) {
  return (
    <section>
      <Title order={3}>{title}</Title>
      {text !== undefined && <p>{text}</p>}
      {steps && (
        <ol>
          {steps.map((step, at) => (
            <li key={at}>{step}</li>
          ))}
        </ol>
      )}
      {keys && (
        <table className={classes.keys} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Press or type</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(([pressed, does]) => (
              <tr key={pressed}>
                <th scope="row">
                  <kbd>{pressed}</kbd>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes && (
        <ul>
          {notes.map((note, at) => (
            <li key={at}>{note}</li>
          ))}
        </ul>
      )}
      {shown.map((picture) => (
        <PictureOf key={picture.screen} picture={picture} />
      ))}
    </section>
  )
}

const Loading = () => (
  <Late label="Loading">
    <Stack gap="sm" mt="md">
      <Skeleton h={16} w="90%" />
      <Skeleton h={16} w="70%" />
      <Skeleton h={16} w="80%" />
    </Stack>
  </Late>
)
