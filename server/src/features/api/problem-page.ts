// The page behind the member "type" of an error: what the problem is, and what to do about it.
import { adviceOf } from '@talaan/contract/api/problems.ts'
import type { KnownProblem } from '@talaan/contract/api/problems.ts'
import { escaped } from './html.ts'

export const problemPage = (problem: KnownProblem): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(problem.code)} · Talaan API</title>
<h1>${escaped(problem.sentence)}</h1>
<p>${escaped(adviceOf(problem))}</p>
<p>Code <code>${escaped(problem.code)}</code>, status ${problem.status}</p></html>
`
