// The tax returns of a company, computed a second time: by a program that has only the exported plain-text journal
// (format hledger) and what an accountant enters by hand on a return. It shares no code with the product, so that the
// same mistake is not made twice; it imports nothing, on purpose.

type Figures = { base: bigint; tax: bigint }
export type Boxes = Record<string, Figures>

/** What the journal does not say. Days are 'YYYY-MM-DD'; a period is named by its last day. */
export type ByHand = {
  taxpayer: 'corporation' | 'individual'
  /** The month the taxable year ends with. */
  yearEnd: number
  /** The VAT registration by date, oldest first. */
  vat: readonly { from: string; registered: boolean }[]
  incomeTax: 'regular' | 'small' | 'graduated' | 'eight_percent'
  /** From when VAT on overdue receivables and payables is deducted, by due date, and from when there is minimum tax. */
  uncollectedFrom: string | null
  unpaidFrom: string | null
  minimumTaxFrom: string | null
  /** Amounts written into boxes, and the uses chosen for an excess. */
  typed?: readonly { form: string; to: string; box: string; base?: bigint; tax?: bigint }[]
  uses?: readonly { form: string; to: string; use: 'carried' | 'refund' | 'tcc' }[]
}

type Posting = { account: string; root: string; amount: bigint; tags: ReadonlyMap<string, string> }
type Entry = { day: string; tags: Map<string, string>; postings: (Posting & { tags: Map<string, string> })[] }
type Line = Posting & { entry: Entry; day: string }

export function recomputeReturns(journal: string, byHand: ByHand): (form: string, to: string) => Boxes {
  const { entries, classes } = read(journal)
  const begins = entries.map(({ day }) => day).toSorted()[0] ?? '9999'
  const lines = entries.flatMap((entry) => entry.postings.flatMap((posting) => taxed(entry, posting)))
  const done = new Map<string, Boxes>()
  const known = (form: string, to: string): Boxes => {
    const key = `${form} ${to}`
    const made = done.get(key) ?? (to < begins ? {} : compute(form, to))
    done.set(key, made)
    return made
  }
  return known

  function compute(form: string, to: string): Boxes {
    const length = form === '0619-E' || form === '1600-VT' ? 1 : 3
    const from = monthsBefore(to, length - 1).slice(0, 8) + '01'
    const within = (line: Line) => from <= line.day && line.day <= to
    const isMixed =
      new Set([
        isRegistered(from),
        ...byHand.vat.filter((row) => from < row.from && row.from <= to).map((row) => row.registered),
      ]).size > 1
    const own = lines.filter(
      (line) => within(line) && (!isMixed || !form.startsWith('255') || isRegistered(line.day) === (form === '2550Q')),
    )
    const box: Boxes = {}
    const typed = (no: string): Figures => {
      const all = (byHand.typed ?? []).filter((one) => one.form === form && one.to === to && one.box === no)
      return { base: total(all.map((one) => one.base ?? 0n)), tax: total(all.map((one) => one.tax ?? 0n)) }
    }
    const set = (
      no: string,
      columns: 'base' | 'tax' | 'both',
      { base = 0n, tax = 0n }: Partial<Figures>,
      fills = true,
    ) => {
      const more = fills ? typed(no) : { base: 0n, tax: 0n }
      box[no] = { base: columns === 'tax' ? 0n : base + more.base, tax: columns === 'base' ? 0n : tax + more.tax }
    }
    const it: Sheet = {
      form,
      from,
      to,
      own,
      box,
      set,
      known,
      add: (no, columns, plus, minus = []) =>
        set(
          no,
          columns,
          {
            base: total(plus.map((one) => box[one]!.base)) - total(minus.map((one) => box[one]!.base)),
            tax: total(plus.map((one) => box[one]!.tax)) - total(minus.map((one) => box[one]!.tax)),
          },
          false,
        ),
      blank: (...all) => all.forEach((no) => set(no, 'tax', {})),
      use: byHand.uses?.find((one) => one.form === form && one.to === to)?.use,
      certificates: (isBusiness) =>
        figures(
          entries
            .filter(({ tags }) => tags.get('claimed') === `${form} ${to}`)
            .flatMap(({ postings }) => postings)
            .filter(({ tags }) => tags.has('atc') && /^W[VB]/.test(tags.get('atc')!) === isBusiness),
          'withheld',
        ),
    }
    if (form === '2550Q') vat(it)
    else if (form === '2551Q') percentage(it)
    else if (form === '0619-E') monthly(it)
    else if (form === '1601-EQ') quarterly(it)
    else if (form === '1600-VT') vatWithheld(it)
    else if (form === '1702Q' || form === '1701Q') income(it)
    else throw new Error(`This program does not know form ${form}.`)
    return box
  }

  function isRegistered(day: string): boolean {
    return byHand.vat.filter((row) => row.from <= day).at(-1)?.registered ?? false
  }

  // ── 2550Q. NIRC sections 106 to 114; RR 16-2005; April 2024 revision of the form.

  function vat({ to, from, own, box, set, add, blank, use, certificates, known: other }: Sheet) {
    const before = other('2550Q', monthsBefore(to, 3))
    const sales = (...classesOf: string[]) =>
      own.filter(({ tags }) => tags.get('direction') === 'sale' && classesOf.includes(tags.get('vat')!))
    set('31', 'both', figures(sales('vatable', 'govt_vatable')))
    set('32', 'base', figures(sales('zero_rated')))
    set('33', 'base', figures(sales('exempt')))
    add('34', 'both', ['31', '32', '33'])
    const [output, recovered] = overdue('1110', 'Sales Invoice', byHand.uncollectedFrom, { from, to })
    set('35', 'tax', { tax: output })
    set('36', 'tax', { tax: recovered })
    add('37', 'tax', ['34', '36'], ['35'])

    const excess = before['61']?.tax ?? 0n
    set('38', 'tax', { tax: excess < 0n ? -excess : 0n })
    blank('39', '40', '41', '42')
    add('43', 'tax', ['38', '39', '40', '41', '42'])
    // What a purchase adds, by where the form asks for it. VAT that is no credit is part of the price.
    const bought = {
      domestic: [] as Line[],
      imported: [] as Line[],
      untaxed: [] as Line[],
      importedUntaxed: [] as Line[],
    }
    let price = 0n
    for (const line of own.filter(({ tags }) => tags.get('direction') === 'purchase')) {
      const [its, category] = [line.tags.get('vat'), line.tags.get('category')]
      if (category === 'importation') bought[its === 'vatable' ? 'imported' : 'importedUntaxed'].push(line)
      else if (category === 'not_creditable')
        price += its === 'not_subject' ? 0n : money(line, 'vat-base') + money(line, 'vat-amount')
      else bought[its === 'vatable' ? 'domestic' : 'untaxed'].push(line)
    }
    // Services of non-residents have a row of their own: their creditable VAT moves from box 44 to box 45.
    const services = own.filter(({ tags }) => ['WV080', 'WV090', 'WV100'].includes(tags.get('atc') ?? ''))
    const abroad = new Set(services.map(({ entry }) => entry))
    const claimedAbroad = figures(bought.domestic.filter(({ entry }) => abroad.has(entry)))
    const manual = monthsIn(to).flatMap((month) =>
      (byHand.typed ?? []).filter(
        (one) => one.form === '1600-VT' && one.to === month && ['WV080', 'WV090', 'WV100'].includes(one.box),
      ),
    )
    set('44', 'both', less(figures(bought.domestic), claimedAbroad))
    set('45', 'both', {
      base: claimedAbroad.base + total(manual.map((one) => one.base ?? 0n)),
      tax: claimedAbroad.tax + total(manual.map((one) => one.tax ?? 0n)),
    })
    set('46', 'both', figures(bought.imported))
    set('47', 'both', {})
    set('48', 'base', { base: figures(bought.untaxed).base + price })
    set('49', 'base', figures(bought.importedUntaxed))
    add('50', 'both', ['44', '45', '46', '47', '48', '49'])
    add('51', 'tax', ['43', '50'])

    blank('52')
    blank('53.1', '53.2')
    add('53.3', 'tax', ['50'], ['53.1', '53.2'])
    const [exempt, all] = [box['33']!.base, box['34']!.base]
    set('53.4', 'tax', { tax: exempt > 0n && all > 0n ? nearest(box['53.3']!.tax * exempt, all) : 0n }, false)
    add('53', 'tax', ['53.1', '53.4'])
    blank('54')
    const [unpaid, settled] = overdue('2010', 'Bill', byHand.unpaidFrom, { from, to })
    set('55', 'tax', { tax: unpaid })
    blank('56')
    add('57', 'tax', ['52', '53', '54', '55', '56'])
    set('58', 'tax', { tax: -settled })
    add('59', 'tax', ['57', '58'])
    add('60', 'tax', ['51'], ['59'])
    add('61', 'tax', ['37'], ['60'])

    add('15', 'tax', ['61'])
    set('16', 'tax', { tax: certificates(true).tax })
    blank('17', '18')
    set('19', 'tax', { tax: before['21.1']?.tax ?? 0n })
    add('20', 'tax', ['16', '17', '18', '19'])
    add('21', 'tax', ['15'], ['20'])
    const due = box['15']!.tax > 0n ? box['15']!.tax : 0n
    const over = box['20']!.tax - due
    set(`21.${place(use ?? 'carried')}`, 'tax', { tax: over > 0n ? over : 0n }, false)
    blank('22', '23', '24')
    add('25', 'tax', ['22', '23', '24'])
    add('26', 'tax', ['21', '25'])
  }

  /**
   * VAT on what was not paid when due (section 110(D); RR 3-2024): deducted in the quarter after the due date for the
   * part still open at its end, and added back as that part is paid. A loss or a discount is no payment.
   */
  function overdue(
    account: string,
    kind: string,
    since: string | null,
    period: { from: string; to: string },
  ): [bigint, bigint] {
    let [deducted, back] = [0n, 0n]
    for (const sold of entries) {
      const [due, number] = [sold.tags.get('due'), sold.tags.get('number')!]
      if (since === null || due === undefined || due < since || sold.tags.get('kind') !== kind) continue
      if (sold.tags.has('reverses') || sold.day < '2024-04-27') continue
      const whole = itemsOf(sold).find((item) => item.account === account && item.number === number)?.amount ?? 0n
      const within = total(
        sold.postings.map((posting) => {
          const { tags } = posting
          if (tags.get('direction') === 'purchase' && ['importation', 'not_creditable'].includes(tags.get('category')!))
            return 0n
          return (
            money(posting, 'vat-amount') - (tags.get('atc')?.startsWith('WV') ? money(posting, 'withheld-amount') : 0n)
          )
        }),
      )
      if (whole <= 0n || within <= 0n) continue
      let end = period.to
      while (monthsBefore(end, 3) >= due) end = monthsBefore(end, 3)
      const first = monthsBefore(end, -3)
      if (first > period.to) continue
      let [openThen, paidBefore, paidNow] = [0n, 0n, 0n]
      for (const entry of entries) {
        const moved = total(
          itemsOf(entry).flatMap((item) => (item.account === account && item.number === number ? [item.amount] : [])),
        )
        if (entry.day <= first) openThen += moved
        if (entry.day <= first || entry.day > period.to || entry.tags.get('kind') === 'Journal Voucher') continue
        const paid = -moved - total(discountsOf(entry).flatMap((one) => (one.number === number ? [one.amount] : [])))
        paidNow += paid
        if (entry.day < period.from) paidBefore += paid
      }
      const vatIn = (amount: bigint) => nearest(within * amount, whole)
      if (first === period.to) deducted += vatIn(openThen)
      else back += vatIn(openThen - paidBefore) - vatIn(openThen - paidNow)
    }
    return [deducted, back]
  }

  // ── 2551Q. NIRC section 116; January 2018 revision.

  function percentage({ to, own, box, set, add, blank, certificates }: Sheet) {
    const sales = own.filter(({ tags }) => tags.get('direction') === 'sale' && tags.get('vat') !== 'exempt')
    set('S1', 'base', figures(sales))
    set('S2', 'base', {})
    const base = box['S1']!.base - box['S2']!.base
    // RA 11534: 1% up to 30 June 2023.
    set('S3', 'both', { base, tax: nearest(base * (to <= '2023-06-30' ? 1n : 3n), 100n) }, false)
    add('14', 'tax', ['S3'])
    set('15', 'tax', { tax: certificates(true).tax })
    blank('16', '17')
    add('18', 'tax', ['15', '16', '17'])
    add('19', 'tax', ['14'], ['18'])
    blank('20', '21', '22')
    add('23', 'tax', ['20', '21', '22'])
    add('24', 'tax', ['19', '23'])
  }

  // ── 0619-E, 1601-EQ and 1600-VT. RR 2-98, RR 11-2018; RA 12023.

  function monthly({ own, box, set, add, blank }: Sheet) {
    const { base, tax } = figures(withheldFromSuppliers(own), 'withheld')
    set('14', 'both', { base, tax })
    box['14'] = { base: positive(box['14']!.base), tax: positive(box['14']!.tax) }
    blank('15')
    add('16', 'tax', ['14'], ['15'])
    blank('17A', '17B', '17C')
    add('17D', 'tax', ['17A', '17B', '17C'])
    add('18', 'tax', ['16', '17D'])
  }

  function quarterly({ to, own, box, set, add, blank, use, known: other }: Sheet) {
    const rows = new Map<string, Line[]>()
    for (const line of withheldFromSuppliers(own)) {
      const key = `${line.tags.get('atc')} ${line.tags.get('withheld-rate')}`
      rows.set(key, [...(rows.get(key) ?? []), line])
    }
    const numbers = [...rows]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, own], at) => {
        const no = at < 6 ? String(13 + at) : `S${at - 5}`
        set(no, 'both', figures(own, 'withheld'))
        return no
      })
    add('19', 'both', numbers)
    const [first, second] = monthsIn(to)
    set('20', 'tax', { tax: other('0619-E', first!)['14']?.tax ?? 0n })
    set('21', 'tax', { tax: other('0619-E', second!)['14']?.tax ?? 0n })
    blank('22')
    // "Not applicable for succeeding year".
    const before = to.slice(5, 7) === '03' ? {} : other('1601-EQ', monthsBefore(to, 3))
    set('23', 'tax', { tax: before['25.1']?.tax ?? 0n })
    add('24', 'tax', ['20', '21', '22', '23'])
    add('25', 'tax', ['19'], ['24'])
    const isLast = to.slice(5, 7) === '12'
    set(
      `25.${place(isLast && use !== 'tcc' ? 'refund' : (use ?? 'carried'))}`,
      'tax',
      { tax: positive(-box['25']!.tax) },
      false,
    )
    blank('26', '27', '28')
    add('29', 'tax', ['26', '27', '28'])
    add('30', 'tax', ['25', '29'])
  }

  function vatWithheld({ own, set, add, blank }: Sheet) {
    const codes = ['WV010', 'WV020', 'WV080', 'WV090', 'WV100', 'WV110']
    for (const code of codes)
      set(
        code,
        'both',
        figures(
          own.filter((line) => line.root === 'Liabilities' && line.tags.get('atc') === code),
          'withheld',
        ),
      )
    set('Others', 'both', {})
    add('A', 'both', [...codes, 'Others'])
    blank('B')
    add('C', 'tax', ['A'], ['B'])
    blank('D')
    add('E', 'tax', ['C', 'D'])
  }

  // ── 1702Q and 1701Q: the base of taxable income. NIRC sections 24, 27, 34, 74 and 75.

  function income({ form, to, box, set, add, blank, certificates, known: other }: Sheet) {
    const quarters = quartersOfYear(to)
    const start = monthsBefore(quarters[0]!, 2).slice(0, 8) + '01'
    const of = (keeps: (account: string, kind: string, root: string) => boolean) =>
      total(
        entries
          .filter(({ day, tags }) => start <= day && day <= to && tags.get('kind') !== 'Year-End Entry')
          .flatMap(({ postings }) => postings)
          .filter(({ account, root }) => keeps(account, classes.get(account) ?? '', root))
          .map(({ amount }) => amount),
      )
    // Final tax: interest, and the tax itself. RMC 12-2024: unrealized exchange differences. Penalties are no deduction.
    const outside = new Set(['7010', '8050', '7035', '8025', '6270'])
    set('A', 'base', { base: -of((_, kind) => kind === 'revenue') })
    set('B', 'base', { base: of((_, kind) => kind === 'cost') })
    add('C', 'base', ['A'], ['B'])
    set('D', 'base', {
      base: -of((account, kind, root) => kind === 'other' && root === 'Income' && !outside.has(account)),
    })
    add('E', 'base', ['C', 'D'])
    const isDeduction = (kind: string, root: string) => kind === 'expense' || (kind === 'other' && root === 'Expenses')
    set('F', 'base', { base: of((account, kind, root) => isDeduction(kind, root) && !outside.has(account)) })
    set('G', 'base', {})
    add('H', 'base', ['E', 'G'], ['F'])
    if (form === '1702Q') {
      const rate = byHand.incomeTax === 'small' ? 20n : 25n
      set('I', 'tax', { tax: pesos(positive(box['H']!.base) * rate) }, false)
      const isMinimum = byHand.minimumTaxFrom !== null && byHand.minimumTaxFrom <= to
      set('J', 'tax', { tax: isMinimum ? pesos(positive(box['E']!.base) * 2n) : 0n }, false)
      set('K', 'tax', { tax: box['I']!.tax > box['J']!.tax ? box['I']!.tax : box['J']!.tax }, false)
    } else if (byHand.incomeTax === 'eight_percent') {
      set('K', 'tax', { tax: pesos(positive(box['A']!.base + box['D']!.base - 250_000_00n) * 8n) }, false)
    } else blank('K')
    blank('L')
    const earlier = quarters.filter((quarter) => quarter < to).map((quarter) => other(form, quarter))
    set('M', 'tax', { tax: total(earlier.flatMap((one) => ['P', 'S'].map((row) => positive(one[row]?.tax ?? 0n)))) })
    set('N', 'tax', { tax: total(earlier.map((one) => one['O']?.tax ?? 0n)) })
    set('O', 'both', certificates(false))
    blank('P', 'Q')
    add('R', 'tax', ['L', 'M', 'N', 'O', 'P', 'Q'])
    add('S', 'tax', ['K'], ['R'])
  }

  /** The quarters of the taxable year up to a quarter, by their last days. */
  function quartersOfYear(to: string): string[] {
    const past = (Number(to.slice(5, 7)) - byHand.yearEnd + 12) % 12 || 12
    return Array.from({ length: past / 3 }, (_, at) => monthsBefore(to, past - 3 - 3 * at))
  }
}

type Sheet = {
  form: string
  from: string
  to: string
  /** The lines with a tax in the period, by the date that counts. */
  own: Line[]
  box: Boxes
  set: (no: string, columns: 'base' | 'tax' | 'both', figures: Partial<Figures>, fills?: boolean) => void
  add: (no: string, columns: 'base' | 'tax' | 'both', plus: string[], minus?: string[]) => void
  /** Boxes with only what was typed. */
  blank: (...all: string[]) => void
  use: 'carried' | 'refund' | 'tcc' | undefined
  certificates: (isBusiness: boolean) => Figures
  known: (form: string, to: string) => Boxes
}

const withheldFromSuppliers = (lines: Line[]) =>
  lines.filter(({ account, tags }) => account === '2140' && tags.has('atc'))

const place = (use: 'carried' | 'refund' | 'tcc') => ['carried', 'refund', 'tcc'].indexOf(use) + 1

// ── Reading the journal.

function read(journal: string): { entries: Entry[]; classes: Map<string, string> } {
  const entries: Entry[] = []
  const classes = new Map<string, string>()
  let account = ''
  let tags = new Map<string, string>()
  for (const row of journal.split('\n')) {
    const declared = /^account \w+:(\d+)/.exec(row)
    const head = /^(\d{4}-\d\d-\d\d) \* /.exec(row)
    const tag = /^ +; ([a-z-]+): (.*)$/.exec(row)
    const posting = /^ {4}(\w+):(\d+)\S* +(.*?)(?:  ; .*)?$/.exec(row)
    if (declared) [account, tags] = [declared[1]!, new Map()]
    else if (head) {
      tags = new Map()
      entries.push({ day: head[1]!, tags, postings: [] })
    } else if (tag) {
      tags.set(tag[1]!, tag[2]!)
      if (tag[1] === 'class' && entries.length === 0) classes.set(account, tag[2]!)
    } else if (posting) {
      tags = new Map()
      const [, root = '', code = '', amount = ''] = posting
      const [, foreign, pesos] = /^(-?[\d.]+ (?!PHP)\w+) @@ ([\d.]+) PHP$/.exec(amount) ?? []
      const own =
        foreign === undefined ? cents(amount.replace(' PHP', '')) : cents(pesos!) * (foreign.startsWith('-') ? -1n : 1n)
      entries.at(-1)!.postings.push({ account: code, root, amount: own, tags })
    }
  }
  return { entries, classes }
}

/** A line with a tax, on the date that decides its period; none while that date is unknown. */
function taxed(entry: Entry, posting: Posting): Line[] {
  if (!posting.tags.has('vat') && !posting.tags.has('atc')) return []
  const day = posting.tags.get('tax-date') ?? entry.day
  return day === 'unknown' ? [] : [{ ...posting, entry, day }]
}

const itemsOf = ({ tags }: Entry) =>
  (tags.get('items')?.split(' ') ?? []).map((item) => {
    const [, account = '', number = '', amount = ''] = /^(\w+)\/(.+)=(-?[\d.]+)$/.exec(item) ?? []
    return { account, number, amount: cents(amount) }
  })

const discountsOf = ({ tags }: Entry) =>
  (tags.get('discounts')?.split(' ') ?? []).map((one) => {
    const [, number = '', amount = ''] = /^(.+)=(-?[\d.]+)$/.exec(one) ?? []
    return { number, amount: cents(amount) }
  })

// ── Figures and days.

const money = ({ tags }: Pick<Posting, 'tags'>, tag: string): bigint => cents(tags.get(tag) ?? '0.00')

const figures = (lines: readonly Pick<Posting, 'tags'>[], of: 'vat' | 'withheld' = 'vat'): Figures => ({
  base: total(lines.map((line) => money(line, `${of}-base`))),
  tax: total(lines.map((line) => money(line, `${of}-amount`))),
})

const less = (one: Figures, other: Figures): Figures => ({ base: one.base - other.base, tax: one.tax - other.tax })

const cents = (text: string): bigint => BigInt(text.replace('.', ''))
const total = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n)
const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** To the nearest whole, halves away from zero. */
function nearest(n: bigint, d: bigint): bigint {
  const size = (n < 0n ? -n : n) * 2n + d
  return (n < 0n ? -1n : 1n) * (size / (2n * d))
}

/** Centavos times a rate in percent, first to the centavo and then to the peso. */
const pesos = (percent: bigint): bigint => nearest(nearest(percent, 100n), 100n) * 100n

/** The last day of a month some months before (or after) that of a day. */
function monthsBefore(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return `${year}-${String(month).padStart(2, '0')}-${last}`
}

/** The last days of the three months of a quarter. */
const monthsIn = (to: string): string[] => [monthsBefore(to, 2), monthsBefore(to, 1), to]
