// The texts of a document type: all that browser lists need of it.
import type { JournalCode } from '../accounts/journal.ts'

/** The texts of a document type in lists and forms of the browser. */
export type DocumentWords<Name extends string = string> = {
  kind: Name
  /** Prefix of the gapless number: SI gives SI-2026-000001. */
  series: string
  journal: JournalCode
  /** Whether its numbers come from a printed booklet, so that none may be missing. */
  isOwnBooklet?: boolean
  /** The names of a document type and its messages. `yes` and `no` if the answers are not Yes and No. */
  words: {
    title: string
    plural: string
    externalNo: string
    /** The name of the number in the booklet, if it is not the external number. */
    serialNo?: string
    party: string
    recorded: string
    printNote: string
    yes?: string
    no?: string
  }
}
