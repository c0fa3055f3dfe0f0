// The modules in which a mistake could lose, double or leak something: `npm run soak` measures how much of them the tests run
// (`--only=coverage`) and whether the tests notice changes of their code (`--only=mutation`).
import { globSync } from 'node:fs'
import { root } from './install.mjs'

export type CriticalPart = {
  name: string
  /** Patterns of the source files. */
  files: string[]
  /** The tests that must find a mistake in them; the quick ones first. */
  tests: string[]
  project: 'rules' | 'features'
}

export const criticalParts: CriticalPart[] = [
  { name: 'ledger', files: ['ledger/src/**/*.ts'], tests: ['ledger/'], project: 'rules' },
  {
    name: 'sessions',
    files: [
      'contract/src/session.ts',
      'contract/src/password.ts',
      'server/src/http/session/*.ts',
      'server/src/http/identity/*.ts',
      'server/src/http/passwords.ts',
      'server/src/http/limits.ts',
      'server/src/features/session/*.ts',
    ],
    tests: [
      'server/src/http/session/',
      'server/src/http/passwords.test.ts',
      'server/src/http/limits.test.ts',
      'server/src/http/identity/',
      'server/src/features/session/',
      'server/src/features/users/',
    ],
    project: 'features',
  },
  {
    name: 'permissions',
    files: [
      'contract/src/roles.ts',
      'contract/src/endpoint.ts',
      'server/src/http/{serve,route,bodies,gate,calls,connections,read-events}.ts',
      'server/src/http/api/*.ts',
      'server/src/features/{users,accounts,api-keys}/*.ts',
    ],
    tests: [
      'server/test/permissions.test.ts',
      'server/src/http/app.test.ts',
      'server/src/http/strangers.test.ts',
      'server/src/http/listening.test.ts',
      'server/src/http/committed.test.ts',
      'server/src/http/packing.test.ts',
      'server/src/features/users/',
      'server/src/features/api/',
      'server/src/features/audit-trail/',
    ],
    project: 'features',
  },
  {
    name: 'recording',
    files: [
      'server/src/books/recording/*.ts',
      'server/src/books/{journal,seal}.ts',
      'server/src/platform/db/{commits,lost,replicated,one-statement,one-handle}.ts',
    ],
    tests: [
      'server/src/books/recording/',
      'server/src/http/committed.test.ts',
      'server/src/platform/db/',
      'server/src/features/documents/',
      'server/src/features/api/',
      'server/src/features/imports/',
      'server/src/books/verify/',
    ],
    project: 'features',
  },
  {
    name: 'reading of files',
    files: ['server/src/platform/reading/*.ts'],
    tests: [
      'server/src/platform/reading/',
      'server/src/features/imports/',
      'server/src/features/statements/',
      'server/src/cli/demo/statement-files.test.ts',
      'server/test/file-fuzz.test.ts',
    ],
    project: 'features',
  },
]

export const sourcesOf = ({ files }: CriticalPart): string[] =>
  globSync(files, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
