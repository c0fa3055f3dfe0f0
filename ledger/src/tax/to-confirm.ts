// What no public text proves: each point with how these books go about it, and where that is changed or warned of. An
// accountant confirms them once, with the forms and issuances in force.
export type Doubt = {
  about:
    | 'Parties'
    | 'Books'
    | 'VAT'
    | 'Withholding'
    | 'Files'
    | 'Deadlines'
    | 'Income tax'
    | 'Banks and cheques'
    | 'Privacy'
  question: string
  /** What is done until somebody knows better. */
  practice: string
  /** The setting that changes it, or the warning that is given. */
  covered: string
  /** Where that is: a section of the settings, a page of the tax returns, or nothing to be set. */
  at: 'company' | 'withholding' | 'taxes' | 'vat' | 'chart' | 'returns' | null
}

export const doubts: readonly Doubt[] = [
  {
    about: 'Parties',
    question: 'The check digit of a TIN: its formula is not published.',
    practice: 'Form and duplicates are checked; a TIN one digit or one swap from another is asked about.',
    covered: 'Warning when a party is registered.',
    at: null,
  },
  {
    about: 'Parties',
    question: 'RDO codes of four characters, such as 113A.',
    practice: 'Two or three digits and a letter are taken.',
    covered: 'RDO code of the company and of each party.',
    at: 'company',
  },
  {
    about: 'Books',
    question: 'The page head and the columns of loose-leaf books.',
    practice: 'The permit approves the sample of the taxpayer; the books have every field that the lists need.',
    covered: 'Permit number and its day are printed on each page.',
    at: 'company',
  },
  {
    about: 'Books',
    question: 'How long the authority to print receipts is good, and the sentence on non-VAT invoices.',
    practice: 'The portal records papers and prints internal copies, which say so.',
    covered: 'Every print of an invoice says that it is no invoice.',
    at: null,
  },
  {
    about: 'Books',
    question: 'The wording of the certificate of a bound book, and of the line at the foot of reports.',
    practice: 'Affidavit practice; software, version, time and user at the foot.',
    covered: 'The certificate of the books is a template.',
    at: null,
  },
  {
    about: 'Books',
    question: 'The third edition of the standard for small and medium entities, in years from 2027.',
    practice: 'Statements follow the edition now in force.',
    covered: 'The lines of the statements are of the chart.',
    at: 'chart',
  },
  {
    about: 'Books',
    question: 'Electronic invoicing: who has to take part, and the fields of its files.',
    practice: 'The portal records papers and issues no invoice, so it sends nothing.',
    covered: 'Every print of an invoice says that it is no invoice.',
    at: null,
  },
  {
    about: 'Books',
    question: 'Corrections of a month that was printed and bound.',
    practice: 'Nothing posted is changed; what comes late is posted into the open month with its own day shown.',
    covered: 'A closed month refuses postings.',
    at: null,
  },
  {
    about: 'VAT',
    question: 'Whether VAT is rounded by line or by document.',
    practice: 'By document and class; on bills the VAT printed by the supplier is taken, within 1.00.',
    covered: 'Warning on the bill when the printed VAT differs.',
    at: null,
  },
  {
    about: 'VAT',
    question: '2550Q box 58: whether it raises or lowers the deductions.',
    practice: 'It is added with the sign it is entered with.',
    covered: 'Box 58 is entered by hand, with its reason.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question: '2550Q boxes 34 and 35: their labels were read from their neighbours.',
    practice: 'Box 34 is the total of sales, box 35 the VAT on uncollected receivables.',
    covered: 'Forms are dated rows; each worksheet names its revision. Compare it with the form.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Whether output VAT on uncollected receivables may be taken back for each sale.',
    practice: 'Nothing is taken back until somebody says from which due day on; then it is the VAT in what stays open.',
    covered: 'Uncollected receivables from, among the registrations.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Whether the monthly VAT declaration 2550M is still accepted.',
    practice: 'The return is quarterly; no monthly one is made.',
    covered: 'The calendar has no monthly VAT declaration.',
    at: null,
  },
  {
    about: 'VAT',
    question: 'Sales below which a taxpayer is micro, small or medium.',
    practice: 'Nothing is derived from it.',
    covered: 'Size of the taxpayer, among the registrations.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'The days between which the percentage tax was 1%.',
    practice: '1 July 2020 to 30 June 2023.',
    covered: 'Percentage tax is a dated rate.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Box numbers and codes of 1600-VT.',
    practice: 'Rows bear their codes, and what is withheld is entered by hand.',
    covered: 'The worksheet says so at its foot.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'WC516 at 15% or 10%; WI and WC 820 or 760; whether 840 to 860 are in force; the rate of WB080.',
    practice: '15%, 820 and 830, none of 840 to 860, and 3%.',
    covered: 'Withholding codes are dated rows with their source.',
    at: 'withholding',
  },
  {
    about: 'Withholding',
    question: '0619-E: the code WME10 and the numbers of its boxes.',
    practice: 'WME10 stands in the rule of box 14; boxes 14 to 18 as in the January 2018 revision.',
    covered: 'Each worksheet names its revision; compare it with the form.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'Tax withheld with the bill or with the payment.',
    practice: 'With the bill, as RR 4-2024 has it.',
    covered: 'Expanded tax is withheld, among the company settings.',
    at: 'company',
  },
  {
    about: 'Withholding',
    question: 'VAT withheld from non-residents: which codes of 1600-VT are input tax of 2550Q box 45.',
    practice: 'Row WV080 of the three months is carried over; what else there is, is entered.',
    covered: 'Box 45 takes an entry by hand, with its reason.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'By when customers owe certificates of VAT and percentage tax withheld, and under which code it is.',
    practice: 'With form 1600-VT, the 10th of the month after; WV010 for goods, WV020 for services, WB080 without VAT.',
    covered: 'Deadlines and codes are dated rows; the certificate, as it is typed, has the last word.',
    at: 'taxes',
  },
  {
    about: 'Withholding',
    question: 'Form 2307: four or five boxes for the branch code.',
    practice: 'Five are printed.',
    covered: 'The branch code is kept apart from the TIN.',
    at: null,
  },
  {
    about: 'Files',
    question: 'RELIEF: the last field of the head line.',
    practice: 'The month with which the fiscal year ends, which is 12 for a calendar year.',
    covered: 'Warning before a file of a company whose year does not end in December.',
    at: 'company',
  },
  {
    about: 'Files',
    question: 'RELIEF: totals below zero, and a line for casual buyers.',
    practice: 'Every buyer with a TIN is listed, and a negative total is warned of.',
    covered: 'Warning before the file is made.',
    at: null,
  },
  {
    about: 'Files',
    question: 'RELIEF: how long names and addresses may be.',
    practice: 'Each name is cut at 50 letters, as in published files; addresses are written whole.',
    covered: 'Warning before a file in which a name is cut.',
    at: null,
  },
  {
    about: 'Files',
    question: 'QAP and 1604-E: the control line of the schedule of payees who are exempt from withholding.',
    practice: 'C2 and C4 are made like the control of the other schedule: the same head, and the total that was paid.',
    covered: 'Somebody has to say yes before such a file is made; load it into the module first.',
    at: null,
  },
  {
    about: 'Files',
    question:
      '1604-E: two public sources differ. Published files of the module have a header of 4 fields and no nature of income; a public generator has a header with two more fields and the RDO code, and another order.',
    practice: 'The layout of the published files: header of 4 fields, details of 16, control of 6.',
    covered: 'Somebody has to say yes before the file is made; load it into the module first.',
    at: null,
  },
  {
    about: 'Files',
    question: 'SAWT of VAT returns: whether 2550Q and 2551Q take it in the layout of the income tax returns.',
    practice: 'The same layout, with the form in its place and the codes of VAT and percentage tax.',
    covered: 'The certificates claimed stand in the worksheet, whatever the module takes.',
    at: null,
  },
  {
    about: 'Deadlines',
    question: 'A deadline on a day when offices are closed.',
    practice: 'It moves to the next working day; the day by the rule is shown beside it.',
    covered: 'Closed days are dated rows; a deadline can be moved for one period.',
    at: 'taxes',
  },
  {
    about: 'Deadlines',
    question: '1702Q: 60 days after the quarter. eFPS groups: 11th to 15th.',
    practice: 'As said.',
    covered: 'Deadlines are dated rows with their source.',
    at: 'taxes',
  },
  {
    about: 'Income tax',
    question: 'From which year the minimum corporate income tax applies to the company.',
    practice: 'It is not computed until somebody says from which day on.',
    covered: 'Minimum corporate income tax from, among the registrations.',
    at: 'taxes',
  },
  {
    about: 'Income tax',
    question: 'Which differences between books and tax there are besides those that the accounts tell.',
    practice: 'Interest that bore final tax, unrealised exchange differences and penalties are left out.',
    covered: 'Row G of the worksheet is entered by hand.',
    at: 'returns',
  },
  {
    about: 'Banks and cheques',
    question: 'How foreign currency bought at different rates is costed.',
    practice: 'By moving average of each account.',
    covered: 'The rate of each document is typed and kept.',
    at: null,
  },
  {
    about: 'Banks and cheques',
    question: 'Centavos on a cheque in words.',
    practice: 'As nn/100.',
    covered: 'The layout of cheques is set for each account.',
    at: null,
  },
  {
    about: 'Banks and cheques',
    question: 'The columns of bank statements, which no bank publishes.',
    practice: 'They are matched on the first upload and remembered for the account.',
    covered: 'The layout is confirmed before lines are taken.',
    at: null,
  },
  {
    about: 'Privacy',
    question: 'Within which time a breach of personal data is told to the privacy commission and to those it concerns.',
    practice: 'Within 72 hours of knowing of it, as is usual; the audit trail says who changed and printed what.',
    covered: 'Nothing is sent by itself; the officer for data protection decides.',
    at: null,
  },
]
