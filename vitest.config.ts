// The tests that need no browser: rules without a database, features on PostgreSQL, and what both databases must do alike.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seed } from './scripts/seed.ts'

/**
 * What the embedded database must do as PostgreSQL does it: durability, locks, constraints, drafts, recording, reports, backup.
 * Killed portals are left out, since power-loss.test.ts loses more than a kill does.
 * The tests with the tag "engine" in these files run on both; every other test of the server runs on PostgreSQL, the faster one.
 * `npm test -- --engine=embedded` and `npm run soak` run all of them on the embedded database.
 */
const engineContract = [
  'server/test/database.test.ts',
  'server/src/platform/db/db.test.ts',
  'server/src/platform/db/migrate.test.ts',
  'server/src/platform/db/preparing-client.test.ts',
  'server/src/platform/audit/sealing.test.ts',
  'server/src/platform/jobs/worker.test.ts',
  'server/src/books/recording/together.test.ts',
  'server/src/features/documents/documents.test.ts',
  'server/src/features/reports/reports.test.ts',
  'server/src/features/backups/backup.test.ts',
]

/** Tests of features that only the embedded database has: its files, lock, thread and housekeeping. */
const embeddedAlone = [
  'server/src/platform/db/durable-files.test.ts',
  'server/src/platform/db/embedded.test.ts',
  'server/src/platform/db/housekeeping.test.ts',
  'server/src/platform/db/lock.test.ts',
  'server/test/power-loss.test.ts',
  'server/src/features/backups/moments.test.ts',
]

/** The longest tests start first, so that no worker waits long at the end. */
const longest = [
  'crash',
  'backup',
  'mail/send',
  'power-loss',
  'durable-files',
  'settling',
  'fuzz',
  'every-field',
  'main',
]
const endings = longest.map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => endings.findIndex((ending) => moduleId.endsWith(ending)) + 1
    return (await super.sort(files)).sort((a, b) => (place(a) || Infinity) - (place(b) || Infinity) || 0)
  }
}

/** Tests that are long or measure time run only in `npm run soak`. */
const isSoak = process.env.TALAAN_SOAK === '1'
const soakAlone = isSoak ? [] : ['server/test/soak/**']

/** Node runs TypeScript itself, as it runs the portal; Vite's transformation took a quarter of the time of the rules. */
const onNode = { experimental: { viteModuleRunner: false } }

const engine = process.env.TALAAN_TEST_ENGINE === 'embedded' ? 'embedded' : 'server'
/** Slow tests may finish. The time limit of the suite's step stops tests that hang. */
const tenMinutes = 600_000

export default defineConfig({
  test: {
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    // On CI, a failed test runs once more, because the machine may have been too busy; the summary lists the tests that needed it.
    // A counterexample to a property is always a failure.
    retry: process.env.CI ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    // A long test ends by itself; its step has a limit too.
    testTimeout: isSoak ? 0 : tenMinutes,
    hookTimeout: tenMinutes,
    // How soon an expected state appears depends on the load of the machine.
    expect: { poll: { timeout: tenMinutes / 5 } },
    env: { TALAAN_SEED: String(seed) },
    setupFiles: ['scripts/seeded-examples.ts'],
    tags: [{ name: 'engine', description: 'What the embedded database must do as PostgreSQL does it.' }],
    projects: [
      {
        extends: true,
        test: { ...onNode, name: 'rules', include: ['{ledger,contract}/src/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        // Node can't import JSX.
        test: { name: 'pages', include: ['web/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...onNode,
          name: 'features',
          include: ['server/**/*.test.ts'],
          exclude: engine === 'server' ? [...embeddedAlone, ...soakAlone] : soakAlone,
          env: { TALAAN_TEST_ENGINE: engine },
          globalSetup: engine === 'server' ? ['server/test/own-postgres.ts'] : [],
        },
      },
      {
        extends: true,
        test: {
          ...onNode,
          name: 'engine',
          include: [...engineContract, ...embeddedAlone],
          env: { TALAAN_TEST_ENGINE: 'embedded' },
        },
      },
    ],
  },
})
