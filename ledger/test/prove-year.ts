// Verifies an exported year like the offline page: line by line.
import type { Proof } from '../src/proof/year-file.ts'
import { YearProof } from '../src/proof/year-file.ts'

export function proveYear(text: string): Proof {
  const proof = new YearProof()
  const lines = text.split('\n')
  // The last line also ends in a line break.
  if (lines.at(-1) === '') lines.pop()
  for (const each of lines) proof.line(each)
  return proof.end()
}
