// The panel of a tab: its chapter, which loads when the tab is first opened.
import { Skeleton, Stack, Title } from '@mantine/core'
import { manualTabs, type ManualTab, type ManualTabName } from '@talaan/contract/manual.ts'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { BrokenPage } from '../../app/problems.tsx'
import { Boundary } from '../../ui/Boundary.tsx'
import { Late } from '../../ui/Late.tsx'
import { type Chapter, type Section, sectionId } from './chapter.ts'
import { chapters } from './chapters.ts'
import { panelId } from './ids.ts'
import classes from './manual.module.css'
import { PictureOf } from './PictureOf.tsx'
import { pictures, type Picture } from './pictures.ts'
import { Terms } from './Terms.tsx'

type Page = ComponentType<{ tab: ManualTabName }>

const pages = Object.fromEntries(manualTabs.map(({ tab }) => [tab, page(chapters[tab])])) as Record<ManualTabName, Page>

function page(load: () => Promise<{ chapter: Chapter }>): Page {
  return lazy(async (): Promise<{ default: Page }> => {
    const { chapter } = await load()
    return { default: ({ tab }) => <ChapterText chapter={chapter} tab={tab} /> }
  })
}

export function ManualChapter({ tab }: { tab: ManualTab }) {
  const Page = pages[tab.tab]
  return (
    // The tab may be filtered out of the list, so the panel has a label of its own.
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
  const { hash, key } = useLocation()
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
    // The key changes when the same section is chosen again, so that the page scrolls to it again.
  }, [hash, key, tab])
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

function SectionText({ section: { title, text, steps, keys, notes, questions, terms }, shown }: OfSection) {
  return (
    <section id={sectionId(title)} tabIndex={-1}>
      <Title order={3}>{title}</Title>
      {text !== undefined && <p>{text}</p>}
      {steps && (
        <ol>
          {steps.map((step, at) => (
            <li key={at}>{step}</li>
          ))}
        </ol>
      )}
      {shown.map((picture) => (
        <PictureOf key={picture.screen} picture={picture} />
      ))}
      {keys && (
        <table className={classes.keys} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Press or type</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(([pressed, result]) => (
              <tr key={pressed}>
                <th scope="row">
                  <kbd>{pressed}</kbd>
                </th>
                <td>{result}</td>
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
      {questions && (
        <dl className={classes.questions}>
          {questions.map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {terms && <Terms of={terms} />}
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
