// When the power goes, everything that was confirmed is still there. The disks of many such moments are rebuilt from a
// recording and opened again. More of them: TALAAN_POWER_CUTS=1000, other ones: TALAAN_POWER_CUT_SEED=7.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Cut, Finding } from './power-cut/check.ts'
import { fates, readEvents } from './power-cut/disk.ts'
import { randomNumbers } from './power-cut/random.ts'

const seed = Number(process.env.TALAAN_POWER_CUT_SEED ?? 20_261_121)
const cutsOfDurable = Number(process.env.TALAAN_POWER_CUTS ?? 60)
const patience = Math.max(600_000, cutsOfDurable * 10_000)

test(
  'no power cut takes back what was confirmed, leaves half an entry, or keeps the books from opening',
  { timeout: patience },
  async () => {
    const recording = record('durable')
    const findings = await findingsAfter(recording, powerCuts(recording, cutsOfDurable))
    const bad = findings.filter((finding) => !isGood(finding))
    expect(bad, `seed ${seed}`).toEqual([])
    expect(findings).toHaveLength(cutsOfDurable)
    // Not all at the beginning: the cuts must have met books with something in them.
    expect(findings.filter(({ confirmed }) => confirmed > 30).length).toBeGreaterThan(cutsOfDurable / 2)
  },
)

test(
  'the same cuts ruin books on files that are never synced, so the test above can fail',
  { timeout: patience },
  async () => {
    const recording = record('plain')
    const findings = await findingsAfter(recording, powerCuts(recording, 6))
    expect(findings).toHaveLength(6)
    expect(findings.filter((finding) => !isGood(finding)).length).toBeGreaterThanOrEqual(2)
  },
)

function isGood(finding: Finding): boolean {
  return finding.state === 'opened' && Object.values(finding.damage).every((count) => count === 0)
}

/** Posts 300 entries, with a checkpoint after every 60, and gives the folder of the recording. */
function record(files: 'durable' | 'plain'): string {
  const folder = mkdtempSync(join(tmpdir(), 'talaan-power-cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { status, stderr } = spawnSync(process.execPath, [pathOf('record'), folder, files, '300'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The recording failed: ${stderr}`)
  return folder
}

function powerCuts(folder: string, count: number): Cut[] {
  const random = randomNumbers(seed)
  const moments = readEvents(folder).length
  return Array.from({ length: count }, (_, i) => ({
    moment: Math.floor(random() * (moments + 1)),
    fate: fates[i % fates.length] ?? 'dropped',
    seed: Math.floor(random() * 4_294_967_296),
  }))
}

/** Two processes share the cuts. */
async function findingsAfter(folder: string, cuts: Cut[]): Promise<Finding[]> {
  const shares = [0, 1].map((turn) => cuts.filter((_, i) => i % 2 === turn))
  return (await Promise.all(shares.map((share) => check(folder, share)))).flat()
}

async function check(folder: string, cuts: Cut[]): Promise<Finding[]> {
  const child = spawn(process.execPath, [pathOf('check'), folder, JSON.stringify(cuts)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-5_000)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The check failed: ${errors}`)
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding)
}

const pathOf = (program: string) => fileURLToPath(new URL(`./power-cut/${program}.ts`, import.meta.url))
