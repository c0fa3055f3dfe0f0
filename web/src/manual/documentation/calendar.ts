// When returns and books are due, with where that is said. Facts of others: each is to be confirmed before relying on it.

export type Deadline = { what: string; when: string; source: string }

/** For calendar-year taxpayers who do not file by eFPS. Without an issuance beside it a row is practice only. */
export const deadlines: readonly Deadline[] = [
  {
    what: '0619-E, withholding tax of months 1 and 2 of a quarter',
    when: '10th of the next month',
    source: 'RMC 73-2018',
  },
  {
    what: '2307, certificates to vendors',
    when: '20th after the quarter',
    source: 'a tax software vendor’s guide',
  },
  { what: '2550Q, VAT; or 2551Q, percentage tax', when: '25th after the quarter', source: 'practice' },
  { what: 'SLSP, lists of sales and purchases', when: '25th after the quarter (30th with eFPS)', source: 'practice' },
  { what: '1601-EQ with QAP', when: 'last day of the month after the quarter', source: 'form 1601-EQ (January 2018)' },
  { what: 'SAWT', when: 'with the return it supports', source: 'RR 2-2006' },
  { what: 'List of regular suppliers of a top withholding agent', when: '31 July and 31 January', source: 'practice' },
  { what: '1702Q, corporations', when: '60 days after the quarter', source: 'practice, not verified' },
  { what: '1701Q, individuals', when: '15 May, 15 August, 15 November', source: 'practice' },
  { what: '1604-E, annual list', when: '1 March', source: 'practice' },
  {
    what: 'Loose-leaf books bound and registered',
    when: '15 January (15 days after the taxable year)',
    source: 'RMC 3-2023',
  },
  { what: 'Computerised books', when: '30 January (30 days after the taxable year)', source: 'RMC 3-2023' },
  { what: 'Annual income tax return and financial statements', when: '15 April', source: 'practice' },
]
