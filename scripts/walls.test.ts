// The import rules are tested by breaking each of them in a small repository made for this test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { brokenWalls, importsIn } from './walls.ts'

const repositories: string[] = []
afterEach(() => repositories.splice(0).forEach((root) => rmSync(root, { recursive: true })))

/** A small correct repository; the given files are added to it or replace its own. */
function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'walls-'))
  repositories.push(root)
  const sound = {
    'package.json': '{ "devDependencies": { "vitest": "1" } }',
    'ledger/package.json': '{ "dependencies": { "zod": "1" } }',
    'contract/package.json': '{ "dependencies": { "zod": "1", "@talaan/ledger": "1" } }',
    'server/package.json': '{ "dependencies": { "kysely": "1" }, "devDependencies": { "smtp-server": "1" } }',
    'web/package.json': '{ "dependencies": { "react": "1" } }',
    'ledger/src/core/money.ts': `import { z } from '@talaan/ledger/core/zod.ts'`,
    'contract/src/users.ts': `import { money } from '@talaan/ledger/core/money.ts'`,
    'server/src/platform/db/db.ts': `import { readFile } from 'node:fs/promises'\nimport { Kysely } from 'kysely'`,
    'server/src/books/journal.ts': `import { db } from '../platform/db/db.ts'`,
    'server/src/features/users/routes.ts': `import { db } from '../../platform/db/db.ts'\nimport type { User } from '@talaan/contract/users.ts'`,
    'server/src/features/users/users.test.ts': `import { test } from 'vitest'\nimport { app } from '../../app.ts'`,
    'server/src/features/parties/routes.ts': `import { journal } from '../../books/journal.ts'`,
    'server/src/main.ts': `import { users } from './features/users/routes.ts'\nimport { parties } from './features/parties/routes.ts'`,
    'web/src/ui/MoneyInput.tsx': `import { money } from '@talaan/ledger/core/money.ts'`,
    'web/src/app/api.ts': `import { users } from '@talaan/contract/users.ts'`,
    'web/src/features/users/UsersPage.tsx': `import { MoneyInput } from '../../ui/MoneyInput.tsx'\nimport './users.css'`,
    'web/src/features/cards/CardPage.tsx': `import { useState } from 'react'\nimport { call } from '../../app/api.ts'`,
    'web/src/routes.tsx': `const UsersPage = lazy(() => import('./features/users/UsersPage.tsx'))`,
    'web/src/frame/main.tsx': `import { MoneyInput } from '../ui/MoneyInput.tsx'`,
  }
  for (const [path, source] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return root
}

test('a correct repository breaks no rule', () => {
  expect(brokenWalls(repository({}))).toEqual([])
})

const feature = 'server/src/features/cards/routes.ts'
const page = 'web/src/features/cards/OtherPage.tsx'
const breaches = {
  'the ledger importing the contract': ['ledger/src/tax/vat.ts', `import { users } from '@talaan/contract/users.ts'`],
  'the ledger importing Node': ['ledger/src/tax/vat.ts', `import { readFileSync } from 'node:fs'`],
  'the ledger using a library it does not declare': ['ledger/src/tax/vat.ts', `import { Kysely } from 'kysely'`],
  'the contract importing the server': ['contract/src/cards.ts', `import { db } from '../../server/src/db.ts'`],
  'the contract importing React': ['contract/src/cards.ts', `import type { ReactNode } from 'react'`],
  'a feature of the server importing another': [feature, `import { users } from '../users/routes.ts'`],
  'a feature of the server exporting another': [feature, `export { users } from '../users/routes.ts'`],
  'a feature of the server importing the web': [feature, `import { x } from '../../../../web/src/ui/x.tsx'`],
  'the books importing a feature': ['server/src/books/seal.ts', `import { users } from '../features/users/routes.ts'`],
  'the books importing http': ['server/src/books/seal.ts', `import { serve } from '../http/serve.ts'`],
  'accounts in a NativeSelect': [
    page,
    `<NativeSelect label="Account" data={accounts.filter(isActive).map(({ code, name }) => ({ value: code, label: name }))} />`,
  ],
  'an account of a form in a NativeSelect': [page, `<NativeSelect {...input('salaryAccount')} data={choices} />`],
  'SQL reading the JSON of a document': [
    'server/src/books/seal.ts',
    "const told = sql`select fields ->> 'memo' from document`",
  ],
  'the platform importing the books': ['server/src/platform/mail.ts', `import { entry } from '../books/journal.ts'`],
  'the portal using a tool of its tests': [feature, `import { SMTPServer } from 'smtp-server'`],
  'a printer importing pdfkit itself': ['server/src/print/cheque.ts', `import PDFDocument from 'pdfkit'`],
  'the portal importing a test': [feature, `import { cast } from '../../../test/cast.ts'`],
  'a feature of the web importing another': [page, `import { Page } from '../users/UsersPage.tsx'`],
  'a feature of the web importing another late': [page, `await import('../users/UsersPage.tsx')`],
  'a feature of the web importing the server': [page, `import type { Db } from '../../../../server/src/db.ts'`],
  'a feature of the web importing the frame': [page, `import { form } from '../../frame/main.tsx'`],
  'the shell importing a feature': ['web/src/app/Nav.tsx', `import { Page } from '../features/users/UsersPage.tsx'`],
  'a piece of ui importing the product': ['web/src/ui/Field.tsx', `import { users } from '@talaan/contract/users.ts'`],
  'the frame calling the server itself': ['web/src/frame/runtime/form.tsx', `import { call } from '../../app/api.ts'`],
  'a form importing another': ['web/src/frame/forms/bill/Form.tsx', `import { Form } from '../invoice/Form.tsx'`],
  'an import over several lines': [feature, `import {\n  users,\n} from '../users/routes.ts'`],
  'an import for its effects': [feature, `import '../users/routes.ts'`],
  'a worker of another feature': [feature, `new Worker(new URL('../users/thread.ts', import.meta.url))`],
  'a name that is computed': [feature, 'await import(`./${name}.ts`)'],
  'a test reaching for the other side': [
    'server/src/features/cards/cards.test.ts',
    `import { Page } from '../../../../web/src/features/users/UsersPage.tsx'`,
  ],
  'a circle of imports': ['ledger/src/core/money.ts', `import type { Money } from './money.ts'`],
} satisfies Record<string, [file: string, source: string]>

test.for(Object.entries(breaches))('%s is found', ([, [file, source]]) => {
  const broken = brokenWalls(repository({ [file]: source }))
  expect(broken).toHaveLength(1)
  expect(broken[0]).toContain(`${file}:1 `)
})

test('a circular import over several files is reported once, types included', () => {
  const circle = {
    'ledger/src/a.ts': `import type { B } from './b.ts'`,
    'ledger/src/b.ts': `import { c } from './c.ts'`,
    'ledger/src/c.ts': `import { a } from './a.ts'`,
  }
  expect(brokenWalls(repository(circle))).toEqual([
    'ledger/src/a.ts:1 is part of a circular import: ledger/src/a.ts -> ledger/src/b.ts -> ledger/src/c.ts -> ledger/src/a.ts',
  ])
})

test('an exception that is not needed is found', () => {
  const broken = brokenWalls(repository({ 'server/src/app.ts': '' }))
  expect(broken.length).toBeGreaterThan(0)
  for (const complaint of broken) expect(complaint).toMatch(/allows .* which no file needs$/)
})

test('a posting rule that a page imports through the contract is found', () => {
  const files = {
    'ledger/src/documents/bill/posting.ts': '',
    'contract/src/bills.ts': `import { postBill } from '@talaan/ledger/documents/bill/posting.ts'`,
    [page]: `import { bills } from '@talaan/contract/bills.ts'`,
  }
  expect(brokenWalls(repository(files))).toEqual([
    'contract/src/bills.ts:1 brings ledger/src/documents/bill/posting.ts into the browser',
  ])
})

test('files of one feature may import each other', () => {
  const seats = { 'server/src/features/users/seats.ts': `import { users } from './routes.ts'` }
  expect(brokenWalls(repository(seats))).toEqual([])
})

test('imports in comments and strings do not count', () => {
  const source = `// import { a } from './users.ts'\n/* import './users.ts' */\nconst link = 'https://x.y' // import './z.ts'`
  expect(importsIn(source)).toEqual([])
})

test('finding no file at all fails', () => {
  const empty = mkdtempSync(join(tmpdir(), 'walls-'))
  repositories.push(empty)
  expect(() => brokenWalls(empty)).toThrow('No source file was seen')
})
