// Pictures on demand: UPDATE_PICTURES=1 takes those of README, docs and the manual again; SCREENS=<folder> saves every screen to
// that folder for review, wide and narrow, light and dark. manual.spec.ts and web/src/features/manual/pictures.test.ts check the
// stored pictures.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bookChoices, getBookFile, getBookJob, startBooks } from '@talaan/contract/books.ts'
import type { Page } from '@playwright/test'
import { colorSchemeKey } from '../web/src/app/session/colorScheme.ts'
import { pictureLimitBytes, pictures, pictureSchemes, pictureSize } from '../web/src/features/manual/pictures.ts'
import { allScreens } from './fixtures/accessible.ts'
import { addSampleData } from './fixtures/screens.ts'
import type { Portal } from './fixtures/portal.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import type { Session } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

const folder = fileURLToPath(new URL('../web/src/features/manual/pictures', import.meta.url))
const docs = fileURLToPath(new URL('../docs/images', import.meta.url))
const isUpdate = process.env.UPDATE_PICTURES === '1'
const looking = process.env.SCREENS

test.beforeAll(async ({ portal, sessions }) => {
  await portal.reset()
  await addSampleData(portal, sessions)
})

for (const { name, who, open } of isUpdate ? allScreens.filter(({ picture }) => picture) : []) {
  test(`takes ${name} for README and docs`, async ({ page, setSession }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    if (who) await setSession(page, who)
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(docs, `${name}.png`) })
  })
}

for (const name of isUpdate ? ['bound-page'] : []) {
  test(`takes ${name} for README and docs`, async ({ page, portal, sessions }) => {
    const form = await firstPage(page, await salesJournal(portal, await sessions('ben')))
    await form.screenshot({ path: join(docs, `${name}.png`) })
  })
}

/** Binds the sales journal of the newest closed month. */
async function salesJournal(portal: Portal, session: Session): Promise<Buffer> {
  const ask = (endpoint: unknown, params?: Record<string, string>, body?: unknown) =>
    callAs(portal, session, asAny(endpoint), { ...(params && { params }), ...(body !== undefined && { body }) })
  const { months } = bookChoices.answer.parse(await (await ask(bookChoices)).json())
  const month = months.find(({ closed, entries }) => closed && entries > 0)?.month ?? ''
  const asked = { books: ['sales'], from: month, to: month, paper: 'a4', bind: true }
  const { job } = startBooks.answer.parse(await (await ask(startBooks, {}, asked)).json())
  let pdf = ''
  await expect
    .poll(async () => {
      const now = getBookJob.answer.parse(await (await ask(getBookJob, { jobId: job.id })).json()).job
      pdf = now.files.find(({ name }) => name.endsWith('.pdf'))?.id ?? ''
      return now.state
    })
    .toBe('done')
  return Buffer.from(await (await ask(getBookFile, { fileId: pdf })).arrayBuffer())
}

/** Draws the first page of a book after its cover, as a PDF reader would. */
async function firstPage(page: Page, pdf: Buffer) {
  const reader = await readFile(fileURLToPath(new URL('../node_modules/unpdf/dist/pdfjs.mjs', import.meta.url)))
  const files: Record<string, { body: Buffer | string; contentType: string }> = {
    '/': { body: '<!doctype html><canvas></canvas>', contentType: 'text/html' },
    '/reader.mjs': { body: reader, contentType: 'text/javascript' },
    '/book.pdf': { body: pdf, contentType: 'application/pdf' },
  }
  await page.route('https://book.test/**', (route) => route.fulfill(files[new URL(route.request().url()).pathname]))
  await page.goto('https://book.test/')
  await page.evaluate(async (address) => {
    const { getDocument } = await import(address)
    const book = await getDocument({ url: '/book.pdf' }).promise
    const form = await book.getPage(2)
    const viewport = form.getViewport({ scale: 1.5 })
    const canvas = document.querySelector('canvas')!
    canvas.width = viewport.width
    canvas.height = viewport.height
    await form.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
  }, '/reader.mjs')
  return page.locator('canvas')
}

for (const scheme of pictureSchemes) {
  for (const { screen: name, from } of isUpdate ? pictures : []) {
    test(`takes ${name} for the manual, ${scheme}`, async ({ page, signIn }) => {
      const screen = allScreens.find((each) => each.name === name)
      if (screen === undefined) throw new Error(`No screen is called ${name}.`)
      // Wide enough for the navigation and a form of the picture's width.
      await page.setViewportSize({ width: 1096, height: 1100 })
      await signIn(page, screen.who ?? 'ana', { scheme })
      await screen.open(page)
      const frame = page.locator('main iframe')
      const isForm = (await frame.count()) > 0
      if (!isForm) await page.setViewportSize({ width: 1048, height: 1100 })
      await page.evaluate(() => scrollTo(0, 0))
      const left = await (isForm ? frame : page.getByRole('main')).boundingBox()
      const top = await (isForm ? frame : page.locator(from ?? 'main').first()).boundingBox()
      const devtools = await page.context().newCDPSession(page)
      // A screen full of figures is compressed more, until it is within the limit.
      for (const quality of [75, 65, 55]) {
        const { data } = await devtools.send('Page.captureScreenshot', {
          format: 'webp',
          quality,
          clip: { x: left?.x ?? 0, y: (top?.y ?? 0) - (from ? 24 : 0), ...pictureSize, scale: 1 },
          captureBeyondViewport: true,
        })
        const bytes = Buffer.from(data, 'base64')
        await writeFile(join(folder, `${name}-${scheme}.webp`), bytes)
        if (bytes.length < pictureLimitBytes) break
      }
    })
  }

  for (const { name, who, open, narrow } of looking ? allScreens : []) {
    for (const width of [1280, 390]) {
      test(`saves ${name}, ${width} px, ${scheme}`, async ({ page, signIn }) => {
        await page.setViewportSize({ width, height: 800 })
        if (who) await signIn(page, who, { scheme })
        else
          await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
            colorSchemeKey,
            scheme,
          ] as const)
        await open(page)
        if (width === 390) await narrow?.(page)
        await page.screenshot({ path: join(looking ?? '', `${name}-${width}-${scheme}.png`) })
      })
    }
  }
}
