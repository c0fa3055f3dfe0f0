// The walls are tested by breaking each of them in a house made for the purpose.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { brokenWalls, importsIn } from './walls.ts'

const houses: string[] = []
afterEach(() => houses.splice(0).forEach((house) => rmSync(house, { recursive: true })))

/** A small sound house; the files given are added to it or stand in for its own. */
function house(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'walls-'))
  houses.push(root)
  const sound = {
    'package.json': '{ "devDependencies": { "vitest": "1" } }',
    'ledger/package.json': '{ "dependencies": { "zod": "1" } }',
    'contract/package.json': '{ "dependencies": { "zod": "1", "@talaan/ledger": "1" } }',
    'server/package.json': '{ "dependencies": { "kysely": "1" }, "devDependencies": { "smtp-server": "1" } }',
    'web/package.json': '{ "dependencies": { "react": "1" } }',
    'ledger/src/core/money.ts': `import { z } from 'zod'`,
    'contract/src/users.ts': `import { money } from '@talaan/ledger/core/money.ts'`,
    'server/src/platform/db/db.ts': `import { readFile } from 'node:fs/promises'\nimport { Kysely } from 'kysely'`,
    'server/src/features/users/routes.ts': `import { db } from './db.ts'\nimport type { User } from '@talaan/contract/users.ts'`,
    'server/src/features/parties/routes.ts': `import { db } from './db.ts'`,
    'server/src/app.ts': `import { users } from './users.ts'\nimport { parties } from './parties.ts'`,
    'server/src/features/users/users.test.ts': `import { test } from 'vitest'\nimport { app } from './app.ts'`,
    'web/src/ui/MoneyInput.tsx': `import { money } from '@talaan/ledger/core/money.ts'`,
    'web/src/features/users/UsersPage.tsx': `import { MoneyInput } from '../ui/MoneyInput.tsx'\nimport './users.css'`,
    'web/src/cards/CardPage.tsx': `import { useState } from 'react'`,
    'web/src/routes.tsx': `const UsersPage = lazy(() => import('./users/UsersPage.tsx'))`,
    'web/src/frame/main.tsx': `import { MoneyInput } from '../ui/MoneyInput.tsx'`,
  }
  for (const [path, source] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return root
}

test('a sound house has no broken wall', () => {
  expect(brokenWalls(house({}))).toEqual([])
})

const breaches = {
  'the ledger reaching up to the contract': [
    'ledger/src/tax/vat.ts',
    `import { users } from '@talaan/contract/users.ts'`,
  ],
  'the ledger leaning on Node': ['ledger/src/tax/vat.ts', `import { readFileSync } from 'node:fs'`],
  'the ledger using a library it does not declare': ['ledger/src/tax/vat.ts', `import { Kysely } from 'kysely'`],
  'the contract importing the server': ['contract/src/cards.ts', `import { db } from '../../server/src/db.ts'`],
  'the contract knowing React': ['contract/src/cards.ts', `import type { ReactNode } from 'react'`],
  'a room of the server entering another': ['server/src/cards.ts', `import { users } from './users.ts'`],
  'a room of the server passing on another': ['server/src/cards.ts', `export { users } from './users.ts'`],
  'a room of the server importing the web': ['server/src/cards.ts', `import { x } from '../../web/src/ui/x.tsx'`],
  'the house of the server knowing a room': ['server/src/books/journal.ts', `import { users } from './users.ts'`],
  'the portal leaning on a tool of its tests': ['server/src/cards.ts', `import { SMTPServer } from 'smtp-server'`],
  'the portal importing a test': ['server/src/cards.ts', `import { cast } from '../test/cast.ts'`],
  'a room of the web entering another': ['web/src/shell/Nav.tsx', `import { Page } from '../users/UsersPage.tsx'`],
  'a room of the web entering another late': ['web/src/shell/Nav.tsx', `await import('../users/UsersPage.tsx')`],
  'a room of the web importing the server': [
    'web/src/shell/Nav.tsx',
    `import type { Db } from '../../../server/src/db.ts'`,
  ],
  'a room of the web entering the frame': ['web/src/shell/Nav.tsx', `import { form } from '../frame/main.tsx'`],
  'a piece of ui knowing the product': ['web/src/ui/Field.tsx', `import { users } from '@talaan/contract/users.ts'`],
  'the frame calling the server itself': ['web/src/frame/form.tsx', `import { call } from '../api.ts'`],
  'an import over several lines': ['server/src/cards.ts', `import {\n  users,\n} from './users.ts'`],
  'an import for its effects': ['server/src/cards.ts', `import './users.ts'`],
  'a worker of another room': ['server/src/cards.ts', `new Worker(new URL('./users/thread.ts', import.meta.url))`],
  'a name that is computed': ['server/src/cards.ts', 'await import(`./${name}.ts`)'],
  'a test reaching for the other side': [
    'server/src/cards.test.ts',
    `import { Page } from '../../web/src/users/UsersPage.tsx'`,
  ],
} satisfies Record<string, [file: string, source: string]>

test.for(Object.entries(breaches))('%s is found', ([, [file, source]]) => {
  const broken = brokenWalls(house({ [file]: source }))
  expect(broken).toHaveLength(1)
  expect(broken[0]).toContain(`${file}:1 `)
})

test('a room may be a file and a folder of one name', () => {
  expect(brokenWalls(house({ 'server/src/users/seats.ts': `import { users } from '../users.ts'` }))).toEqual([])
})

test('an import that a comment or a string speaks of is no import', () => {
  const source = `// import { a } from './users.ts'\n/* import './users.ts' */\nconst link = 'https://x.y' // import './z.ts'`
  expect(importsIn(source)).toEqual([])
})

test('seeing no file at all is a failure, not a clean house', () => {
  const empty = mkdtempSync(join(tmpdir(), 'walls-'))
  houses.push(empty)
  expect(() => brokenWalls(empty)).toThrow('No source file was seen')
})
