import { defineConfig } from 'vitest/config'

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
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
