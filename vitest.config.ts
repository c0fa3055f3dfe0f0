import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest begin, so that at the end one worker does not wait long for the other. */
const longest = ['kill', 'power-cut', 'fuzz', 'money', 'durable-files', 'mail/send'].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name)) + 1
    return (await super.sort(files)).sort((a, b) => (place(a) || Infinity) - (place(b) || Infinity) || 0)
  }
}

export default defineConfig({
  test: {
    include: [
      'ledger/src/**/*.test.ts',
      'contract/src/**/*.test.ts',
      'server/**/*.test.ts',
      'web/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    // As for the walks: at a desk nothing is tried twice; where nobody watches, a second try tells a fault from a machine that
    // was too busy, and the summary names what needed it. A counterexample to a property is a fault whatever comes after it.
    retry: process.env.CI ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    testTimeout: 60_000,
    // What is waited for comes; how soon depends on what else the machine does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
})
