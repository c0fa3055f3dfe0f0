// Each name in bold must occur in the code of a screen, so that whoever renames a button also renames it in the manual.
import { readdirSync, readFileSync } from 'node:fs'
import { isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { manualTabs } from '@talaan/contract/manual.ts'
import type { Section } from './chapter.ts'
import { chapters } from './chapters.ts'

const root = new URL('../../../../', import.meta.url)
const screens = ['web/src/', 'contract/src/', 'ledger/src/'].map(sourceOf).join('\n').replaceAll("\\'", "'")

test.for(manualTabs)('every name in bold of the tab $label is on a screen', async ({ tab }) => {
  const { sections } = (await chapters[tab]()).chapter
  for (const name of sections.flatMap(namesOf)) {
    expect(screens.includes(name), name).toBe(true)
  }
})

const namesOf = ({ text, steps = [], notes = [], questions = [] }: Section): string[] =>
  [text, ...steps, ...notes, ...questions.map(([, answer]) => answer)].flatMap(boldOf)

function boldOf(node: ReactNode): string[] {
  if (Array.isArray(node)) return node.flatMap(boldOf)
  if (!isValidElement<{ children?: ReactNode }>(node)) return []
  const { children } = node.props
  return node.type === 'b' && typeof children === 'string' ? [children] : boldOf(children)
}

function sourceOf(folder: string): string {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('features/manual/'))
    .map((file) => readFileSync(new URL(folder + file, root), 'utf8'))
    .join('\n')
}
