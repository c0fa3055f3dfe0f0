// Reads the words of a picture with Tesseract, compiled to WebAssembly. The language is a file of a package: nothing is downloaded.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Layout } from '@talaan/ledger/capture/looks.ts'
import type { Word } from '@talaan/ledger/capture/rows.ts'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import start from 'tesseract.js-core/tesseract-core-simd-lstm.js'

const segmentations: Readonly<Record<Layout, string>> = { anywhere: '11', columns: '4', block: '6' }

let engine: Promise<{ read: (picture: Uint8Array, exif: number, layout: Layout) => string }> | undefined

async function started() {
  const silent = () => {}
  const core = await start({ print: silent, printErr: silent })
  const language = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')
  core.FS.writeFile('eng.traineddata', gunzipSync(readFileSync(language)))
  const api = new core.TessBaseAPI()
  if (api.Init(null, 'eng', 1) !== 0) throw new Error('Tesseract did not start.')
  api.SetVariable('preserve_interword_spaces', '1')
  return {
    read(picture: Uint8Array, exif: number, layout: Layout) {
      core.FS.writeFile('/input', picture)
      api.SetVariable('tessedit_pageseg_mode', segmentations[layout])
      if (api.SetImageFile(exif, 0, false) === 1)
        throw new UnreadableStatement('This picture is damaged and cannot be read. Scan it again.')
      api.Recognize(null)
      const words = api.GetTSVText(0)
      api.Clear()
      return words
    },
  }
}

export type PictureToRead = { picture: Uint8Array; page: number; exif?: number; layout: Layout }

export async function wordsOfPicture({ picture, page, exif = 1, layout }: PictureToRead): Promise<Word[]> {
  engine ??= started()
  const rows = (await engine)
    .read(picture, exif, layout)
    .split('\n')
    .map((row) => row.split('\t'))
  const [, , , , , , , , width = 1, height = 1] = (rows.find(([level]) => level === '1') ?? []).map(Number)
  return rows.flatMap(([level, , , , , , left, top, wide, high, confidence, text = '']): Word[] => {
    if (level !== '5' || text.trim() === '') return []
    const [x, y, w, h] = [left, top, wide, high].map(Number) as [number, number, number, number]
    const box = { x0: x / width, y0: y / height, x1: (x + w) / width, y1: (y + h) / height }
    return [{ page, ...box, text: text.trim(), confidence: Math.round(Number(confidence)) }]
  })
}
