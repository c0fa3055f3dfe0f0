// Tags: the project, department or branch of a document. They are not part of its entry and can be changed at any time.
// A document has at most one tag of each kind, so that the columns of a report by tag add up to the books.
import { z } from '@talaan/ledger/core/zod.ts'
import { selectedDocuments } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'
import { tagKinds, tagLabel } from './tag-kinds.ts'

export const tagProblems = {
  notThere: { code: 'tags.notThere', status: 404, sentence: 'This tag no longer exists. Reload the page.' },
  inactive: { code: 'tags.inactive', status: 422, sentence: 'This tag is inactive. Choose another one.' },
} satisfies Record<string, Problem>

/** All tags by kind and name. Inactive tags stay on their documents but can't be chosen. */
export const listTags = endpoint({
  name: 'tags.list',
  method: 'GET',
  path: '/api/tags',
  access: everyone,
  activity: false,
  frame: true,
  answer: z.object({ tags: z.array(z.extend(tagLabel, { active: z.boolean() })) }),
  failure: 'The tags could not be loaded. Try again.',
})

const choice = z.optional(z.nullable(z.uuid()))

/** Sets the given kinds of tags; null removes a tag. All documents change, or none. */
export const tagDocuments = endpoint({
  name: 'documents.tag',
  method: 'POST',
  path: '/api/documents/tags',
  access: everyone,
  body: z.strictObject({
    documentIds: selectedDocuments('tagged together'),
    tags: z
      .strictObject({ project: choice, department: choice, branch: choice })
      .check(z.refine((tags) => tagKinds.some((kind) => tags[kind] !== undefined), 'Choose a tag to set or remove.')),
  }),
  answer: z.object({ changed: z.int(), unchanged: z.int() }),
  failure: 'The tags may not have been saved. Reload the page and check.',
})
