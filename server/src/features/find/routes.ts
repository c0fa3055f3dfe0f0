// Find anything: notes, names of files, the text of files, and bank accounts of parties and of the company.
import { findAnything } from '@talaan/contract/find.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { accountsEndingWith, attachedFilesWith, filesNamed, filesWith, notesWith } from './search.ts'

export const find: Feature = ({ db: { kysely: db } }) => [
  answers(findAnything, async ({ query: { search }, viewer }) => ({
    found: [
      ...(await accountsEndingWith(db, search, viewer)),
      ...(await notesWith(db, search, viewer)),
      ...(await filesNamed(db, search, viewer)),
      ...(await filesWith(db, search, viewer)),
      ...(await attachedFilesWith(db, search, viewer)),
    ],
  })),
]
