// After a power cut, everything confirmed is still there. The disks of many such moments are rebuilt from a recording
// and opened again.
// @module-tag engine
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { extentOf, isSoak, randomFrom, rounds, seed } from './extent.ts'
import type { Random } from './extent.ts'
import type { Cut, Finding } from './power-loss/check.ts'
import { Disk, fates } from './power-loss/disk.ts'

const cutsAtOnce = extentOf({ short: 5, soak: 60 })

test('no power cut loses a confirmed recording, leaves half an entry, or prevents the books from opening', async ({
  task,
}) => {
  const recording = record('durable')
  const random = randomFrom(seed)
  const findings: Finding[] = []
  for (const round of rounds({ short: 1, soak: 1 })) {
    const some = await findingsAfter(recording, powerLosses(recording, cutsAtOnce, random))
    expect(
      some.filter((finding) => !isGood(finding)),
      `seed ${seed}, round ${round}`,
    ).toEqual([])
    expect(some).toHaveLength(cutsAtOnce)
    findings.push(...some)
  }
  // Not all at the beginning: the cuts must hit books with content.
  expect(findings.filter(({ confirmed }) => confirmed > 30).length).toBeGreaterThan(findings.length / 2)
  task.meta.figures = `${findings.length} disks as they are after a power cut: each opened with everything that was confirmed`
})

if (isSoak) {
  test('the same cuts damage books on files that are never synced, so the test above can fail', async () => {
    const recording = record('plain')
    const findings = await findingsAfter(recording, powerLosses(recording, 6, randomFrom(seed)))
    expect(findings).toHaveLength(6)
    expect(findings.filter((finding) => !isGood(finding)).length).toBeGreaterThanOrEqual(2)
  })
}

function isGood(finding: Finding): boolean {
  return finding.state === 'opened' && Object.values(finding.damage).every((count) => count === 0)
}

/** Posts 300 entries, with a checkpoint after every 60, and returns the folder of the recording. */
function record(files: 'durable' | 'plain'): string {
  const folder = mkdtempSync(join(tmpdir(), 'talaan-power-loss-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { status, stderr } = spawnSync(process.execPath, [pathOf('record'), folder, files, '300'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The recording failed: ${stderr}`)
  return folder
}

function powerLosses(folder: string, count: number, random: Random): Cut[] {
  const moments = new Disk(folder).moments()
  return Array.from({ length: count }, (_, i) => ({
    moment: random(moments + 1),
    fate: fates[i % fates.length] ?? 'dropped',
    seed: random(4_294_967_296),
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

const pathOf = (program: string) => fileURLToPath(new URL(`./power-loss/${program}.ts`, import.meta.url))
