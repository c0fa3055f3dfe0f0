// The problems that tell a form that its review is outdated, apart from the calls, which only companies with approvals load.
import type { Problem } from './problem.ts'

export const approvalOutdated = {
  needed: {
    code: 'approvals.needed',
    status: 403,
    sentence:
      'This document needs an approval before it is recorded. Review it on its form, and choose Send for approval.',
  },
  notNeeded: {
    code: 'approvals.notNeeded',
    status: 409,
    sentence: 'This document no longer needs an approval. Review it again and record it.',
  },
} satisfies Record<string, Problem>
