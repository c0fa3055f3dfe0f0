// Writes the words that were seen of some documents for server/test/capture/scores.test.ts, which reads them by the rules without
// looking at a picture: `node bench/capture/keep-words.ts folder 3014 3016 > server/test/capture/words.jsonl`. The folder is that of
// KEEP in scores.ts, and the numbers are seeds.
import { existsSync, readFileSync } from 'node:fs'
import { layouts } from '@talaan/ledger/capture/looks.ts'
import { families, invoiceOf } from '../../server/test/capture/invoices.ts'
import { photoKinds } from '../../server/test/capture/photos.ts'
import type { Seen } from '../../server/test/capture/reading.ts'

const [folder = '', ...seeds] = process.argv.slice(2)
const rounded = (of: number) => Math.round(of * 10_000) / 10_000

for (const seed of seeds.map(Number))
  for (const family of families) {
    const { truth, decoys } = await invoiceOf(seed, family)
    for (const kind of photoKinds) {
      const looks = layouts.map((layout) => {
        const path = `${folder}/${seed}-${family}-${kind}-${layout}.json`
        if (!existsSync(path)) return null
        const { words } = JSON.parse(readFileSync(path, 'utf8')) as Seen
        return words.map(({ text, confidence, x0, y0, x1, y1 }) => [text, confidence, ...[x0, y0, x1, y1].map(rounded)])
      })
      console.log(JSON.stringify({ name: `${family}, ${kind}, ${seed}`, truth, decoys, looks }))
    }
  }
