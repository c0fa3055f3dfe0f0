// The words that words.ts looks for, their replacements, and exceptions.

/** `not` finds the word, `use` says what to write. */
export const plainWords: readonly { not: RegExp; use: string }[] = [
  // Bond paper, paper sizes and writing on paper are really paper.
  { not: /(?<!\b(bond|plain|on) )\bpapers?\b(?! sizes?\b)/gi, use: 'document, attachment or file' },
  // The letters of the alphabet stay letters.
  {
    not: /(?<!(case|capital|small|single|two|three|few|\d)[ -])\bletters?\b(?!, digits)/gi,
    use: 'e-mail or message',
  },
  { not: /\bmend(s|ed|ing)?\b/gi, use: 'correct or fix' },
  { not: /\bbundles?\b/gi, use: 'batch' },
  { not: /\btapes?\b/gi, use: 'control total' },
  { not: /\b(ties?|tied)\b/gi, use: 'reconciles to' },
  { not: /\bdoubts?\b/gi, use: 'review note or open question' },
  { not: /\bputs? away\b/gi, use: 'deactivate, inactive' },
  { not: /\b(takes?|taken|took) back\b/gi, use: 'reverse, reversed' },
  { not: /\bpaid ahead\b/gi, use: 'advance' },
  { not: /\bto be explained\b/gi, use: 'unmatched' },
  { not: /\bpropos(al|als|e|es|ed|ing)\b/gi, use: 'suggestion, suggested' },
  { not: /\brecord the rest\b/gi, use: 'add adjustment' },
  { not: /\bcomes? again\b/gi, use: 'recurring entries' },
  { not: /\bwears?\b|\bwearing\b/gi, use: 'depreciates' },
  { not: /\bin equal parts\b/gi, use: 'straight-line depreciation' },
  { not: /\bon (its|their) way\b/gi, use: 'outstanding, in transit' },
  { not: /\b(stands?|stood|standing|lies)\b/gi, use: 'is, shows or appears' },
  { not: /\bkept\b/gi, use: 'saved, stored' },
  { not: /\bin words\b/gi, use: 'details or explanation' },
  { not: /\bjudged\b/gi, use: 'checked' },
  { not: /\bwalks?\b(?!-in)/gi, use: 'end-to-end test' },
  { not: /(?<!stock )\brooms?\b/gi, use: 'feature, module or space' },
  { not: /\b(house|houses)\b/gi, use: 'app context' },
  { not: /\bpromises?\b|\bpromised\b/gi, use: 'requirement' },
  { not: /\bacts\b/gi, use: 'audit events, actions or transaction types' },
  { not: /\bforensics?\b/gi, use: 'statement checks' },
  { not: /\bdoctor\b/gi, use: 'difference hints' },
  { not: /\brests? (up)?on\b/gi, use: 'depends on' },
  { not: /\bsweeps?\b|\bpollers?\b/gi, use: 'job, queue or worker' },
  { not: /\bsomebody\b|\bwhoever\b/gi, use: 'someone, or name the person' },
  { not: /\bquicker\b/gi, use: 'already' },
  { not: /\bearned\b/gi, use: 'is accurate enough' },
  { not: /\bmay be left out\b/gi, use: '(optional) in the label' },
  { not: /\b(anew|hence|whence|amiss|upon|thereof|thereby|forthwith|wherein|albeit)\b/gi, use: 'a current word' },
  { not: /\ball the same\b/gi, use: 'anyway' },
  { not: /\bit is not certain\b/gi, use: 'Talaan could not confirm' },
  { not: /\bbeside it\b/gi, use: 'next to it, or compare with' },
  { not: /\brefresh (the|this) (page|list)\b/gi, use: 'reload the page' },
  { not: /\bbank months?\b/gi, use: 'month of a bank account, or bank reconciliation' },
  { not: /\breload the page to check\b/gi, use: 'reload the page and check' },
  { not: /\bask (the operator|your administrator to)\b/gi, use: 'ask your system administrator' },
  { not: /\bor the accountant\b/gi, use: 'or an accountant' },
  { not: /\bnobody\b/gi, use: 'no one' },
  { not: /\b(e\.g\.|i\.e\.|etc\.|viz\.|cf\.)/gi, use: 'for example, that is, and so on' },
  { not: /\b(respectively|concerning|inasmuch|the same holds)\b/gi, use: 'a plain phrase' },
  { not: /\bself-tests?\b/gi, use: 'check' },
  { not: /\bthe page \*?[A-Z][a-z]+/g, use: 'the … page' },
  { not: /^(Day|(Due|Statement|Permit|Cheque|Invoice|Bill|Posting|Value) day)$/g, use: 'date' },
]

/** `text` is the correct text that holds the word; `in` is the beginning of its path. */
export type Allowed = { text: string; why: string; in?: string }

export const allowed: readonly Allowed[] = [
  { text: 'Amount in words', why: 'the term of vouchers and cheques', in: 'server/src/print/' },
  { text: 'under authority thereof', why: 'the declaration printed on BIR form 2307', in: 'server/src/print/' },
  { text: 'under authority thereof', why: 'the declaration below the inventory list', in: 'ledger/src/tax/inventory/' },
  {
    text: 'upon completion of such audit',
    why: "the Statement of Management's Responsibility",
    in: 'ledger/src/reports/annual/',
  },
  { text: 'Amount in words', why: 'the term of vouchers and cheques', in: 'web/src/features/cheques/' },
  { text: 'In words', why: 'the amount of a cheque in words', in: 'web/src/frame/' },
  { text: 'written in words', why: 'an amount in words', in: 'ledger/src/core/' },
  { text: 'only digits, letters', why: 'letters of the alphabet', in: 'ledger/src/documents/' },
  { text: 'Paper', why: 'the paper size of the books: A4 or folio', in: 'web/src/frame/forms/looseleaf/' },
  { text: 'Day', why: 'a column title that imported files may have', in: 'ledger/src/documents/import/' },
  { text: 'amount in words', why: 'the term of cheques', in: 'ledger/src/banking/cheques.ts' },
  { text: 'only letters and digits, and never the letter U', why: 'letters of the alphabet', in: 'ledger/src/proof/' },
  { text: 'with or without a letter', why: 'a letter of the alphabet', in: 'ledger/src/tax/' },
  { text: 'amount in words', why: 'the term of cheques', in: 'ledger/src/tax/' },
  { text: 'amount in words', why: 'the term of cheques', in: 'web/src/features/manual/' },
  { text: 'another letter', why: 'a letter of the alphabet', in: 'web/src/features/manual/' },
  { text: 'amount in words', why: 'the term of vouchers and cheques', in: 'docs/accounting.md' },
  { text: 'without ASCII letters', why: 'letters of the alphabet', in: 'docs/accounting.md' },
  { text: 'Only letters and digits', why: 'letters of the alphabet', in: 'docs/decisions/' },
  { text: 'amount in words', why: 'the term of cheques', in: 'docs/decisions/' },
  { text: 'sometimes a letter', why: 'a letter of the alphabet in an RDO code', in: 'ledger/src/core/' },
]

/** Where the words are still being replaced: beginnings of paths. Empty when done. */
export const notYetPlain: readonly string[] = []
