// Assumptions without a public source: each with the treatment in these books, and where to change it. An accountant
// confirms them once, with the forms and issuances in force.
export type Assumption = {
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
  /** The treatment until confirmed otherwise. */
  practice: string
  /** The setting that changes it, or its warning. */
  covered: string
  /** Its place: a section of the settings, a page of the tax returns, or none. */
  at: 'company' | 'withholding' | 'taxes' | 'vat' | 'chart' | 'returns' | null
}

export const assumptions: readonly Assumption[] = [
  {
    about: 'Parties',
    question: 'TIN check digit: the formula is not published.',
    practice:
      'Talaan checks TINs for a valid format and for duplicates, and warns about TINs that differ by one digit or by two swapped digits.',
    covered: 'Warning when you register a customer or supplier.',
    at: null,
  },
  {
    about: 'Parties',
    question: 'RDO codes with four characters, such as 113A.',
    practice: 'Two or three digits, with or without a letter, are accepted.',
    covered: 'RDO code of your company and of each customer and supplier.',
    at: 'company',
  },
  {
    about: 'Books',
    question: 'Page header and columns of loose-leaf books.',
    practice: 'The BIR approves your own sample pages with the permit. The books have every field required by the BIR.',
    covered: 'Permit number and date are printed on each page.',
    at: 'company',
  },
  {
    about: 'Books',
    question: 'Validity of the authority to print, and the wording required on non-VAT invoices.',
    practice: 'Talaan records invoices that you issue elsewhere. It prints only internal copies, marked as copies.',
    covered: 'Every printed copy of an invoice is marked as not being an invoice.',
    at: null,
  },
  {
    about: 'Books',
    question: 'Wording of the certificate of a bound book and of report footers.',
    practice: 'Standard affidavit wording, with software, version, time and user in the footer.',
    covered: 'The certificate text is a template you can edit.',
    at: null,
  },
  {
    about: 'Books',
    question: 'Third edition of the PFRS for SMEs, which applies to years from 2027.',
    practice: 'Financial statements follow the current edition.',
    covered: 'The chart of accounts has the statement line of each account.',
    at: 'chart',
  },
  {
    about: 'Books',
    question: 'Electronic invoicing: whether your company is covered from 31 Dec 2026 (RR 26-2025).',
    practice: 'You answer this in the settings. Talaan does not issue invoices, so it sends nothing.',
    covered: 'Company Settings, Tax returns, Electronic invoices.',
    at: 'taxes',
  },
  {
    about: 'Files',
    question:
      'Electronic invoicing: the official schema is available only to registered taxpayers. Software vendors publish the field names and some codes.',
    practice:
      'Talaan uses the published names. TransClass is 01, the VAT type is VAT or NON-VAT, units are empty, and tax withheld is 0 on the document. EisUniqueId consists of the date, the document type and the serial number: 24 digits in all. Each document is signed with RS256. A void is sent as correction 04, and amounts are never negative.',
    covered: 'The Sales Documents page compares the export with the sales book. Nothing is transmitted.',
    at: 'returns',
  },
  {
    about: 'Files',
    question: 'eAFS file names: whether RMC 43-2021 is still the latest, and where the tax notes belong.',
    practice:
      'A name consists of EAFS, the TIN, the type, TY, and the month and year in which the taxable year ends. The notes are in the AFS file; ITR, RPT, TCR and OTH are separate files.',
    covered: 'The Annual Statements page lists the names.',
    at: null,
  },
  {
    about: 'Books',
    question: "Statement of Management's Responsibility and notes: the wording that your auditor and the SEC accept.",
    practice:
      'The wording of Revised SRC Rule 68 as commonly published, and general policies for each line. Impairment, related parties, leases and employee benefits are not in the books and are added by the auditor.',
    covered: 'Download the notes as XLSX to edit them.',
    at: null,
  },
  {
    about: 'Books',
    question: 'Supplementary tax note (RR 15-2010): taxes and licenses by kind, and excise and documentary stamp tax.',
    practice:
      'The amounts in account 6240 are listed by the memo of each entry. Excise tax and documentary stamp tax have no separate accounts.',
    covered: 'Edit the note in the XLSX file.',
    at: null,
  },
  {
    about: 'Files',
    question:
      'Inventory list (RMC 57-2015): the wording of the notarized certification, and whether goods owned by others are included in the total.',
    practice:
      'The declaration of Annex A is printed below the list, and the certification uses standard wording. Goods owned by others are listed and included in the total, but not compared with the books.',
    covered: 'You can copy the text from the page and edit it.',
    at: null,
  },
  {
    about: 'Deadlines',
    question:
      'Deadlines of the SEC (by circular each year), of your city or municipality (extensions), and of yearly renewals.',
    practice:
      'Audited statements 120 days after the fiscal year, General Information Sheet 30 days after the annual meeting, permit and local tax on the 20th, renewals on 31 January.',
    covered: 'Each deadline rule has an effective date and a legal source. You can change a deadline for one period.',
    at: 'taxes',
  },
  {
    about: 'Books',
    question: 'Corrections to a month already printed and bound.',
    practice:
      'Posted entries never change. Late documents are posted to an open month and show their own document date.',
    covered: 'Nothing can be posted to a closed month.',
    at: null,
  },
  {
    about: 'VAT',
    question: 'VAT rounding: for each line or for the whole document.',
    practice:
      'For each document and VAT type. For bills, Talaan uses the VAT printed by the supplier if the difference is at most 1.00.',
    covered: 'Warning on the bill if the printed VAT differs.',
    at: null,
  },
  {
    about: 'VAT',
    question: 'VAT threshold exceeded: the deadline to register, and the date from which sales are vatable.',
    practice:
      'Register by the end of the month after the month in which the sales of twelve months exceed the threshold. Sales exempt under section 109(A) to (BB) are not counted. Other sources give 30 days.',
    covered:
      'The tax calendar of a non-VAT company shows the sales of the last twelve months, the month in which they exceeded the threshold, and the deadline to register.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question:
      'Threshold exceeded during a year with the 8% income tax: the percentage tax on the earlier sales of that year.',
    practice:
      'The 8% rate ends for the whole year (RR 8-2018). Change the income tax to graduated rates from 1 January; 2551Q of that year is then due.',
    covered: 'Company Settings, Registrations.',
    at: 'company',
  },
  {
    about: 'VAT',
    question: '2550Q box 58: whether it increases or decreases the deductions.',
    practice: 'It is shown as a negative amount and reduces the deductions of box 57.',
    covered: 'Box 58 accepts a manual entry with a reason.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question:
      'Whether you must deduct input VAT on bills that are unpaid after their due date (RMC 65-2024), and from when.',
    practice: 'Nothing is deducted until you set a start date. Boxes 55 and 58 then mirror boxes 35 and 36.',
    covered: 'Tax registrations, Unpaid payables from.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Bad debts: the income tax deduction for a receivable whose output VAT was deducted in box 35.',
    practice: 'The loss is the amount without that VAT, because NIRC section 110(D) excludes claiming both.',
    covered: 'The Write off balance button on the page of an unpaid invoice shows both parts.',
    at: null,
  },
  {
    about: 'VAT',
    question: '2550Q: in which box the next return deducts excess creditable VAT withheld.',
    practice: 'The excess is in box 19, other credits. It stays in account 1325 until a return uses it.',
    covered: 'Each return with an excess lets you choose between carrying it over, a refund and a certificate.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question: '2550Q boxes 34 and 35: the labels are inferred from nearby boxes.',
    practice: 'Box 34 is used for total sales and box 35 for VAT on uncollected receivables.',
    covered: 'Each worksheet shows the form revision. Compare it with your form.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Whether output VAT on uncollected receivables can be deducted for each sale.',
    practice:
      'No VAT is deducted until you set a start date. The VAT in the unpaid balance of invoices due from that date is then deducted.',
    covered: 'Tax registrations, Uncollected receivables from.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question:
      'VAT on overdue receivables and payables, if you are not registered for VAT in the quarter after the due date.',
    practice:
      'No return is due in that quarter, so the VAT is never deducted or added back. An excess is carried over to the next VAT return.',
    covered: 'Company Settings, Registrations. Boxes 35, 36, 55 and 58 accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question: '2551Q: sales of a non-VAT seller that are exempt under paragraphs of section 109 other than CC.',
    practice: 'Lines not subject to VAT are taxed under section 116; VAT-exempt lines are not.',
    covered: 'The VAT type of each sale line. Row S2 of the return is a manual entry.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question: 'Whether the monthly VAT declaration 2550M is still accepted.',
    practice: 'Talaan prepares the quarterly return only.',
    covered: 'The calendar does not list the monthly VAT declaration.',
    at: null,
  },
  {
    about: 'VAT',
    question: 'Sales limits of micro, small and medium taxpayers.',
    practice: 'Talaan does not use the limits in calculations.',
    covered: 'Tax registrations, Taxpayer classification.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Period in which the percentage tax was 1%.',
    practice: '1 Jul 2020 to 30 Jun 2023.',
    covered: 'Each percentage tax rate has an effective date.',
    at: 'taxes',
  },
  {
    about: 'VAT',
    question: 'Box numbers of 1600-VT, and the date from which code WV110 applies.',
    practice: 'Rows are listed by code. WV110 is used from 27 Feb 2025 (RR 9-2025).',
    covered: 'Rows accept manual entries, and withholding codes have effective dates.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question:
      'VAT on goods bought from registered business enterprises in a zone: the form that replaces 0605, and whether its payment date decides the quarter of the input VAT (RR 9-2025, RR 1-2026).',
    practice:
      'The input VAT is claimed on the date of the bill. VAT paid with form 0605 is deducted in row WV110 of 1600-VT.',
    covered: 'A warning on the bill, and a note on the return. Row WV110 accepts manual entries.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question:
      'WC516 at 15% or 10%; the rate of WB080; and which goods the codes 840, 850 and 860 are for (RR 24-2025).',
    practice: 'Talaan uses 15% and 3%; 840 is for motor vehicles, 850 for medicines and 860 for fuels.',
    covered: 'Each withholding code has an effective date and a legal source.',
    at: 'withholding',
  },
  {
    about: 'Withholding',
    question: '0619-E: the code WME10 and the numbers of its boxes.',
    practice: 'Box 14 uses WME10; boxes 14 to 18 follow the January 2018 revision.',
    covered: 'Each worksheet shows the form revision. Compare it with your form.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'Whether tax is withheld when the bill is recorded or when it is paid.',
    practice: 'Tax is withheld when the bill is recorded, as in RR 4-2024.',
    covered: 'Company Settings, Expanded withholding tax.',
    at: 'company',
  },
  {
    about: 'Withholding',
    question: 'VAT withheld from non-residents: which codes of 1600-VT are input tax of 2550Q box 45.',
    practice:
      'For months in which your company is registered for VAT, rows WV080, WV090 and WV100 are carried over. Enter other amounts manually.',
    covered: 'Box 45 accepts a manual entry with a reason.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'When customers must issue certificates of VAT and percentage tax withheld, and under which code.',
    practice:
      'By the 10th of the following month, when form 1600-VT or 1600-PT is due. The code is WV010 for goods, WV020 for services and WB080 for non-VAT sellers.',
    covered: 'Each deadline rule and code has an effective date. Talaan uses the code on the certificate you enter.',
    at: 'taxes',
  },
  {
    about: 'Withholding',
    question: '0619-F: which box shows the final tax on ordinary payments.',
    practice: 'Box 14 (WMF20). Box 13 (WMF10), for interest on deposits, is a manual entry.',
    covered: 'Both boxes accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: '1601-FQ: whether an over-remittance may be carried over to the next quarter, as on 1601-EQ.',
    practice: 'It is not carried over, because the form has no box for it.',
    covered: 'A note on the return. The remittance boxes accept manual entries.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'Final tax at the rate of a tax treaty.',
    practice:
      'Tax on bills and cheques is withheld at the regular rate of the code. Tax at treaty rates is entered in box 21 of 1601-FQ.',
    covered: 'Box 21 accepts a manual entry with a reason.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'Form 2306: whether it may cover a quarter, and whether VAT withheld under WV110 is certified with it.',
    practice: 'One certificate for each payee and quarter, with the VAT withheld under all WV codes.',
    covered: 'Each certificate shows its period and codes before you issue it.',
    at: null,
  },
  {
    about: 'Files',
    question:
      '1601-FQ: the layout of the alphalist, and how to list payees abroad without a TIN. 1604-F: its status codes.',
    practice: 'The layout of two public programs, with an empty TIN. There is no text file for 1604-F, only XLSX.',
    covered: 'You must confirm before downloading the file. Test it in your BIR module first.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question:
      'Senior citizen and PWD discounts of a non-VAT seller: whether percentage tax is on the price before the discount.',
    practice: 'Percentage tax is on the price before the discount, and the discount is a deduction.',
    covered: 'Row S2 of form 2551Q is a manual entry.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'Form 2307: four or five digits for the branch code.',
    practice: 'The form shows five digits.',
    covered: 'The branch code is stored separately from the TIN.',
    at: null,
  },
  {
    about: 'Files',
    question: 'RELIEF: the last field of the header line.',
    practice: 'The last month of the fiscal year, 12 for a calendar year.',
    covered: 'You are warned before the download if your fiscal year does not end in December.',
    at: 'company',
  },
  {
    about: 'Files',
    question: 'RELIEF: negative totals.',
    practice: 'Negative totals are listed with a minus sign.',
    covered: 'You are warned before the download.',
    at: null,
  },
  {
    about: 'Files',
    question:
      'RELIEF: how to list foreign customers, walk-in customers and small suppliers, who have no TIN. RMC 65-2024 lists buyers without a TIN together as various, but a line needs a TIN.',
    practice:
      'The files list customers and suppliers with a TIN. Sales and purchases without one are in the books and on the VAT return.',
    covered: 'Before the download, a warning shows the amount that is left out.',
    at: 'returns',
  },
  {
    about: 'VAT',
    question: 'Services from abroad: in which box of 2550Q to enter the purchase price before 1600-VT is filed.',
    practice: 'The price is not entered in any box. Box 45 includes the VAT withheld with 1600-VT.',
    covered: 'Warning on the bill of a foreign supplier.',
    at: 'returns',
  },
  {
    about: 'Files',
    question: 'RELIEF: maximum length of names and addresses.',
    practice: 'Names are shortened to 50 characters, as in published files. Addresses are not shortened.',
    covered: 'You are warned before the download if a name is shortened.',
    at: null,
  },
  {
    about: 'Files',
    question: 'QAP and 1604-E: the control line of the schedule of payees who are exempt from withholding.',
    practice:
      "C2 and C4 use the format of the other schedule's control line: the same header fields and the total paid.",
    covered: 'You must confirm before downloading such a file. Test it in your BIR module first.',
    at: null,
  },
  {
    about: 'Files',
    question:
      '1604-E: two public sources differ. Published BIR module files have 4 header fields and no nature of income. A public generator adds two header fields and the RDO code, in a different order.',
    practice: 'The layout of the published files: 4 header fields, 16 detail fields and 6 control fields.',
    covered: 'You must confirm before downloading the file. Test it in your BIR module first.',
    at: null,
  },
  {
    about: 'Files',
    question: 'SAWT of VAT returns: whether 2550Q and 2551Q use the layout of the income tax returns.',
    practice: 'The same layout, with the form number and the VAT and percentage tax codes.',
    covered: 'The worksheet lists the claimed certificates in any case.',
    at: null,
  },
  {
    about: 'Deadlines',
    question: 'Deadlines on weekends and holidays.',
    practice: 'They move to the next working day. The original date is shown in brackets.',
    covered: 'You can edit the list of holidays and change a deadline for one period.',
    at: 'taxes',
  },
  {
    about: 'Deadlines',
    question: '1702Q is due 60 days after the quarter, and the eFPS groups file from the 11th to the 15th.',
    practice: 'Talaan uses these deadlines.',
    covered: 'Each deadline rule has an effective date and a legal source.',
    at: 'taxes',
  },
  {
    about: 'Income tax',
    question: 'First year in which the minimum corporate income tax applies to your company.',
    practice: 'It is not calculated until you set a start date.',
    covered: 'Tax registrations, Minimum income tax from.',
    at: 'taxes',
  },
  {
    about: 'Income tax',
    question: 'Book-tax differences that do not appear in the accounts.',
    practice: 'Interest subject to final tax, unrealized exchange differences and penalties are excluded.',
    covered: 'The boxes of income and deductions accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question:
      'Item numbers of 1702Q, 1702-RT, 1701Q, 1701 and 1701A: the forms themselves were not available. The numbers are from public copies and form software, which agree except for the other credits of schedule 4 of 1702Q (6, 6a or 6b).',
    practice: 'Tax paid in the return previously filed is item 6, and other credits are item 6a.',
    covered: 'The label of each box is the text of the item.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question: 'Limits on the deduction of fringe benefits, representation, contributions and interest expense.',
    practice: 'The whole expense is deducted. A note states the limits for representation and interest expense.',
    covered: 'Enter the excess with a minus sign in the box of the deduction.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question: 'NOLCO in a year in which the minimum tax is higher, and NOLCO in quarterly returns.',
    practice:
      'Losses are first applied to the income, oldest year first. This also applies to quarterly returns. Then the two taxes are compared.',
    covered: 'The rows of the NOLCO schedule accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question: 'How much of the excess minimum tax is credited in a later year.',
    practice:
      'Up to the whole normal tax of a year in which that tax is higher than the minimum tax, oldest year first.',
    covered: 'The M rows accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question:
      'Rates for a taxable year in which they change, such as the minimum tax of 1% and 2% in 2023 (RMC 69-2023).',
    practice: 'The rate on the last day of the period applies to the whole period.',
    covered: 'Each rate has an effective date; add the average rate for such a year.',
    at: 'taxes',
  },
  {
    about: 'Income tax',
    question: 'Business loss of an individual who also has compensation income.',
    practice: 'It does not reduce the taxable compensation, and is carried over as NOLCO.',
    covered: 'Form 1701, box S3.24.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question: 'Whether the minimum tax above the normal tax is an expense or a deferred tax asset in the books.',
    practice: 'The prepared voucher posts the whole tax due to 9010 Income tax expense.',
    covered: 'You can change the voucher before you record it.',
    at: 'returns',
  },
  {
    about: 'Income tax',
    question: 'Tax withheld in the fourth quarter whose certificate arrives after the annual return.',
    practice: 'It is credited in the return in which its certificate is claimed.',
    covered: 'Certificates from customers, Claim.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: '1601-C box 23: how to tell in January who will earn at most 250,000 in the year.',
    practice:
      'The pay of a month in which no tax was withheld counts if twelve times this pay is at most 250,000.00. Contributions of minimum wage earners are in box 19, not in box 15.',
    covered: 'The boxes accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'Deadlines',
    question: '1601-C for December: whether eFPS filers have the date of their group or another date in January.',
    practice: 'The calendar shows 15 January, and for eFPS filers the date of their group.',
    covered: 'You can change the December deadline on the page of the return.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: '1601-C: whether refunds of tax in December are in box 25 or box 26.',
    practice: 'Refunds are in box 26, and reduce the remittance of their month.',
    covered: 'The boxes accept manual entries with a reason.',
    at: 'returns',
  },
  {
    about: 'Withholding',
    question: 'Tax withheld from employees: which of the methods of RR 11-2018 your payroll uses.',
    practice:
      'Talaan does not warn if the tax differs by at most 1.00 from the annualized table for the month or half a month, or from the cumulative average of the year. In December and at separation, Talaan compares it with the tax for the year.',
    covered: 'This is only a warning; the tax from your payroll is recorded.',
    at: null,
  },
  {
    about: 'Files',
    question: '1604-C: the layout of the alphalist file. Public generators differ in the number and order of fields.',
    practice: 'No DAT file is created. Schedules 1 and 2 are tables in the order of the columns of the form.',
    covered: 'Download them as XLSX or CSV, and enter them in the BIR module.',
    at: null,
  },
  {
    about: 'Files',
    question:
      'Form 2316: boxes of allowances, holiday pay and night differential, and the deadline for the duplicate copies.',
    practice:
      'Taxable allowances are in item 44A, holiday pay and night differential in item 51A. The calendar shows 31 January; the copies for the BIR are due by 28 February.',
    covered: 'Compare the printed form with your payroll before signing.',
    at: null,
  },
  {
    about: 'Banks and cheques',
    question: 'How to value foreign currency bought at different rates.',
    practice: 'Moving average per account.',
    covered: 'The rate of each document is entered and stored.',
    at: null,
  },
  {
    about: 'Banks and cheques',
    question: 'Centavos in the amount in words on cheques.',
    practice: 'Centavos are shown as nn/100.',
    covered: 'The cheque print layout is set for each account.',
    at: null,
  },
  {
    about: 'Banks and cheques',
    question: 'Columns of bank statements. Banks do not publish them.',
    practice: 'You match the columns on the first upload. Talaan saves the layout for the account.',
    covered: 'You confirm the layout before the file is read.',
    at: null,
  },
  {
    about: 'Privacy',
    question:
      'Deadline for notifying the National Privacy Commission and the affected people of a personal data breach.',
    practice: 'Usually within 72 hours of discovery. The audit trail shows who changed and printed data.',
    covered: 'Nothing is sent automatically; your data protection officer decides.',
    at: null,
  },
]
