// The words of a document type: all that lists of the browser need of it.
import type { JournalCode } from '../accounts/journal.ts'

/** What lists and forms of the browser say about a type of document. */
export type DocumentWords<Name extends string = string> = {
  kind: Name
  /** Prefix of the gapless number: SI gives SI-2026-000001. */
  series: string
  journal: JournalCode
  /** Whether its number is printed in a booklet of ours, so that none may be missing. */
  isOwnBooklet?: boolean
  /** The names of a document type and its messages. `yes` and `no` where the answers are not Yes and No. */
  words: {
    title: string
    plural: string
    externalNo: string
    party: string
    recorded: string
    printNote: string
    yes?: string
    no?: string
  }
}
