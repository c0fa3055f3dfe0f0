import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { manualTabs } from '@talaan/contract/manual.ts'
import { expect, test } from 'vitest'
import { chapters } from './chapters.ts'
import { sections } from './documentation/sections.ts'
import { pictureLimitBytes, pictures, pictureSchemes, pictureSize } from './pictures.ts'

const fileOf = (name: string) => new URL(`./pictures/${name}.webp`, import.meta.url)
const names = pictures.flatMap(({ screen }) => pictureSchemes.map((scheme) => `${screen}-${scheme}`))

test.for(names)('the picture %s is a small WebP of the size that the page reserves for it', (name) => {
  const bytes = readFileSync(fileOf(name))
  // The extended form of WebP stores width minus one and height minus one, in three bytes each.
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8X')
  expect({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }).toEqual(pictureSize)
  expect(bytes.length).toBeLessThan(pictureLimitBytes)
})

test('every picture has a description and belongs to a section of its chapter', async () => {
  for (const { screen, tab, section, alt } of pictures) {
    expect(alt.length, screen).toBeGreaterThan(40)
    if (tab === 'documentation') {
      expect(sections.map(({ id }) => String(id))).toContain(section)
      continue
    }
    expect(manualTabs.map((each) => each.tab)).toContain(tab)
    const { chapter } = await chapters[tab]()
    expect(chapter.sections.map(({ title }) => title)).toContain(section)
  }
})

test('every picture file is shown on a page', () => {
  const folder = new URL('./pictures/', import.meta.url)
  expect(existsSync(folder) ? readdirSync(folder).toSorted() : []).toEqual(
    names.map((name) => `${name}.webp`).toSorted(),
  )
})
