// The tax returns of a company, computed a second time: by a program that has only the exported plain-text journal
// (format hledger), the payroll registers, and what an accountant enters by hand on a return. It shares no code with the product, so that the
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
  deduction: 'itemized' | 'osd'
  /** An individual who also has compensation income. */
  mixedIncome: boolean
  /** From when VAT on overdue receivables and payables is deducted, by due date, and from when there is minimum tax. */
  uncollectedFrom: string | null
  unpaidFrom: string | null
  minimumTaxFrom: string | null
  /** Amounts written into boxes, and the uses chosen for an excess. */
  typed?: readonly { form: string; to: string; box: string; base?: bigint; tax?: bigint }[]
  uses?: readonly { form: string; to: string; use: 'carried' | 'refund' | 'tcc' }[]
  payroll?: Payroll
}

/** The rows of the payroll registers by date of payment, amounts in centavos, and what else the tax on them depends on. */
type Payroll = {
  rows: readonly (Readonly<Record<string, string>> & { day: string; employee: string })[]
  employees: readonly { no: string; isMinimumWage: boolean; until: string | null }[]
  /** 13th month pay and other benefits from a previous employer of the year. */
  earlier: readonly { employee: string; year: number; benefits: bigint }[]
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
    const length = ['0619-E', '0619-F', '1600-VT', '1601-C'].includes(form)
      ? 1
      : ['1702-RT', '1701', '1701A'].includes(form)
        ? 12
        : 3
    const from = firstOf(monthsBefore(to, length - 1))
    const within = (line: Line) => from <= line.day && line.day <= to
    const own = lines.filter((line) => within(line) && (!form.startsWith('255') || isOn(form, line)))
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
    // The lists of certificates call the annual returns 1702 and 1701.
    const claimedIn = length === 12 ? form.slice(0, 4) : form
    const it: Sheet = {
      form,
      from,
      to,
      own,
      box,
      set,
      typed,
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
            .filter(({ tags }) => tags.get('claimed') === `${claimedIn} ${to}`)
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
    else if (form === '0619-F') monthlyFinal(it)
    else if (form === '1601-FQ') quarterlyFinal(it)
    else if (form === '1601-C') compensation(it)
    else if (form === '1702Q') corporationQuarter(it)
    else if (form === '1702-RT') corporationYear(it)
    else if (form === '1701Q') individualQuarter(it)
    else if (form === '1701A') individualYearSimple(it)
    else if (form === '1701') individualYear(it)
    else throw new Error(`This program does not know form ${form}.`)
    return box
  }

  /**
   * Sections 105 and 116: sales and purchases of a day with VAT registration are on the VAT return, others on the other
   * one. What takes back a sale of a day with VAT is no matter of percentage tax.
   */
  function isOn(form: string, { day, entry }: Line): boolean {
    if (form === '2550Q') return isRegistered(day)
    const sameNumber = ({ tags }: Entry) => tags.get('number') === entry.tags.get('number') && !tags.has('reverses')
    const undone = entry.tags.has('reverses') ? entries.find(sameNumber) : undefined
    return !isRegistered(day) && !(undone !== undefined && isRegistered(undone.day))
  }

  /** With and without VAT, as the company was in a period. */
  function registrationsIn(from: string, to: string): Set<boolean> {
    const changes = byHand.vat.filter((row) => from < row.from && row.from <= to)
    return new Set([isRegistered(from), ...changes.map((row) => row.registered)])
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
    // Section 110(A)(1): only a VAT-registered person has input tax.
    const manual = monthsIn(to)
      .filter((month) => registrationsIn(firstOf(month), month).has(true))
      .flatMap((month) =>
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
   * part still open at its end, and added back as that part is paid. A loss or a discount is no payment. Without VAT
   * registration there is no return in a quarter that could do either.
   */
  function overdue(
    account: string,
    kind: string,
    since: string | null,
    period: { from: string; to: string },
  ): [bigint, bigint] {
    let [deducted, back] = [0n, 0n]
    if (!registrationsIn(period.from, period.to).has(true)) return [0n, 0n]
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
      if (first > period.to || !registrationsIn(firstOf(monthsBefore(first, 2)), first).has(true)) continue
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

  // ── 0619-E and 1601-EQ. RR 2-98, RR 11-2018.

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
    add('19', 'both', byCode(withheldFromSuppliers(own), 13, set))
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

  // ── 0619-F and 1601-FQ. NIRC sections 57(A) and 58.

  function monthlyFinal({ own, box, set, add, blank }: Sheet) {
    blank('13')
    set('14', 'both', figures(finalTax(own), 'withheld'))
    box['14'] = { base: positive(box['14']!.base), tax: positive(box['14']!.tax) }
    add('15', 'tax', ['13', '14'])
    blank('16')
    add('17', 'tax', ['15'], ['16'])
    blank('18A', '18B', '18C')
    add('18D', 'tax', ['18A', '18B', '18C'])
    add('19', 'tax', ['17', '18D'])
  }

  function quarterlyFinal({ to, own, set, add, blank, known: other }: Sheet) {
    add('20', 'both', byCode(finalTax(own), 14, set))
    set('21', 'both', {})
    add('22', 'both', ['20', '21'])
    const [first, second] = monthsIn(to)
    set('23', 'tax', { tax: remittedIn(other('0619-F', first!)) })
    set('24', 'tax', { tax: remittedIn(other('0619-F', second!)) })
    blank('25')
    add('26', 'tax', ['23', '24', '25'])
    add('27', 'tax', ['22'], ['26'])
    blank('28', '29', '30')
    add('31', 'tax', ['28', '29', '30'])
    add('32', 'tax', ['27', '31'])
  }

  // ── 1600-VT. NIRC sections 108-A and 114(C); RA 12023.

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

  // ── 1601-C. NIRC sections 24(A)(2), 32(B)(7) and 79; RR 11-2018.

  function compensation({ from, to, set, add, blank }: Sheet) {
    const { rows = [], employees = [], earlier = [] } = byHand.payroll ?? {}
    const year = to.slice(0, 4)
    const pay = rows
      .filter((row) => `${year}-01-01` <= row.day && row.day <= to)
      .map((row, at, before) => {
        const amount = (...columns: string[]) => total(columns.map((column) => BigInt(row[column] ?? '0')))
        const employee = employees.find(({ no }) => no === row.employee)!
        const isMinimum = employee.isMinimumWage && !(employee.until !== null && row.day > employee.until)
        // 90,000.00 of benefits a year are free of tax, those of a previous employer first.
        const others = before.slice(0, at).filter((one) => one.employee === row.employee)
        const had =
          total(others.map((one) => BigInt(one['thirteenth'] ?? '0'))) +
          total(
            earlier.flatMap((one) =>
              one.employee === row.employee && String(one.year) === year ? [one.benefits] : [],
            ),
          )
        const benefits = amount('thirteenth')
        const free = lower(benefits, positive(90_000_00n - had))
        const premiums = amount('holiday', 'overtime', 'night', 'hazard')
        const shares = amount('sss', 'philhealth', 'pagibig', 'unionDues')
        const usual = amount('basic', 'allowances') + premiums - shares
        const taxable = benefits - free + (isMinimum ? amount('allowances') : positive(usual))
        return {
          row,
          isMinimum,
          taxable,
          tax: amount('tax'),
          boxes: {
            '14': amount('basic', 'allowances', 'exemptAllowances', 'thirteenth', 'deMinimis') + premiums,
            '15': isMinimum ? amount('basic') - shares : 0n,
            '16': isMinimum ? premiums : 0n,
            '17': free,
            '18': amount('deMinimis'),
            '19': shares,
            // Shares above the pay reduce what is not taxed, so that the boxes add up to the pay.
            '20': amount('exemptAllowances') + (isMinimum ? 0n : usual - positive(usual)),
          },
        }
      })
      .filter(({ row }) => from <= row.day)
    for (const no of ['14', '15', '16', '17', '18', '19', '20'] as const)
      set(no, 'base', { base: total(pay.map(({ boxes }) => boxes[no])) })
    add('21', 'base', ['15', '16', '17', '18', '19', '20'])
    add('22', 'base', ['14'], ['21'])
    // Pay at a rate of up to 250,000.00 a year bears no tax.
    const untaxed = employees.filter(({ no }) => {
      const own = pay.filter(({ row }) => row.employee === no)
      return own.every(({ tax, isMinimum }) => tax === 0n && !isMinimum) && ofEmployee(own) * 12n <= 250_000_00n
    })
    set('23', 'base', {
      base: ofEmployee(pay.filter(({ row }) => untaxed.some(({ no }) => no === row.employee))),
    })
    add('24', 'base', ['22'], ['23'])
    set('25', 'tax', { tax: total(pay.map(({ tax }) => positive(tax))) })
    set('26', 'tax', { tax: -total(pay.map(({ tax }) => positive(-tax))) })
    add('27', 'tax', ['25', '26'])
    blank('28', '29')
    add('30', 'tax', ['28', '29'])
    add('31', 'tax', ['27'], ['30'])
    blank('32', '33', '34')
    add('35', 'tax', ['32', '33', '34'])
    add('36', 'tax', ['31', '35'])
  }

  // ── Income tax: forms of January 2018, in whole pesos. NIRC sections 24, 27, 34 and 74 to 77.

  function corporationQuarter(it: Sheet) {
    const { to, box, set, add, blank } = it
    const { isFirst, before } = continued(it)
    const books = moved(it)
    set('S2.1', 'base', { base: books.sales })
    set('S2.2', 'base', { base: books.cost })
    add('S2.3', 'base', ['S2.1'], ['S2.2'])
    set('S2.4', 'base', { base: books.otherIncome })
    add('S2.5', 'base', ['S2.3', 'S2.4'])
    const isStandard = byHand.deduction === 'osd'
    if (isStandard) set('S2.6.1', 'base', { base: share(40n, box['S2.5']!.base) }, false)
    else set('S2.6.1', 'base', { base: books.deductions() })
    set('S2.8', 'base', { base: isFirst ? 0n : baseIn(before, 'S2.9') })
    const left = earlierLosses(it, before)
    set('N0', 'base', { base: isFirst ? 0n : baseIn(before, 'N0') + baseIn(before, 'S2.6.2') })
    // Section 34(D)(3): up to the income of the year to date, of which earlier quarters deducted N0.
    const already = box['N0']!.base
    const toDate = box['S2.8']!.base + already + box['S2.5']!.base - box['S2.6.1']!.base
    set('S2.6.2', 'base', { base: isStandard ? 0n : lower(left, positive(toDate)) - already }, false)
    add('S2.6', 'base', ['S2.6.1', 'S2.6.2'])
    add('S2.7', 'base', ['S2.5'], ['S2.6'])
    add('S2.9', 'base', ['S2.7', 'S2.8'])
    set('S2.11', 'tax', { tax: share(corporationRate(), box['S2.9']!.base) }, false)

    const quarters = quartersOfYear(to)
    const gross = quarters.map((quarter, at) => {
      const no = ['S3.1', 'S3.2', 'S3.3', 'S3.3a'][at]!
      if (quarter === to) add(no, 'base', ['S2.5'])
      else set(no, 'base', { base: baseIn(known('1702Q', quarter), 'S2.5') })
      return no
    })
    add('S3.4', 'base', gross)
    set('S3.6', 'tax', { tax: minimumTax(to, box['S3.4']!.base) }, false)
    add('S2.12', 'tax', ['S3.6'])
    set('S2.13', 'tax', { tax: higher(box['S2.11']!.tax, box['S2.12']!.tax) }, false)

    // What the year before left over, then what its quarters paid and what customers withheld.
    set('S4.1', 'tax', { tax: isFirst ? carriedOver(before) : taxIn(before, 'S4.1') })
    const paid = paidIn(before)
    set('S4.2', 'tax', { tax: isFirst ? 0n : taxIn(before, 'S4.2') + paid.normal })
    set('S4.3', 'tax', { tax: isFirst ? 0n : taxIn(before, 'S4.3') + paid.minimum })
    set('S4.4', 'tax', { tax: isFirst ? 0n : taxIn(before, 'S4.4') + taxIn(before, 'S4.5') })
    certified(it, 'S4.5')
    blank('S4.6', 'S4.6a')
    add('S4.7', 'tax', ['S4.1', 'S4.2', 'S4.3', 'S4.4', 'S4.5', 'S4.6', 'S4.6a'])

    const credit = earlierMinimum(it, before)
    add('14', 'tax', ['S2.13'])
    const isNormal = box['S2.11']!.tax > box['S2.12']!.tax
    set('15', 'tax', { tax: isNormal ? lower(credit, box['S2.13']!.tax) : 0n }, false)
    add('16', 'tax', ['14'], ['15'])
    blank('17')
    add('18', 'tax', ['16', '17'])
    add('19', 'tax', ['S4.7'])
    add('20', 'tax', ['18'], ['19'])
    blank('21', '22', '23')
    add('24', 'tax', ['21', '22', '23'])
    add('25', 'tax', ['20', '24'])
    set('W', 'tax', { tax: isFirst ? 0n : taxIn(before, '16') })
  }

  function corporationYear(it: Sheet) {
    const { to, box, set, add, blank, use } = it
    const before = known('1702Q', monthsBefore(to, 3))
    const books = moved(it)
    set('27', 'base', { base: books.sales + books.returns })
    set('28', 'base', { base: books.returns })
    add('29', 'base', ['27'], ['28'])
    set('30', 'base', { base: books.cost })
    add('31', 'base', ['29'], ['30'])
    set('32', 'base', { base: books.otherIncome })
    add('33', 'base', ['31', '32'])
    const isStandard = byHand.deduction === 'osd'
    if (isStandard) set('34', 'base', {}, false)
    else {
      itemized(it, 'S1', books)
      add('34', 'base', ['S1.18'])
    }
    set('35', 'base', {})
    add('S3.1', 'base', ['33'])
    add('S3.2', 'base', ['34'])
    add('S3.3', 'base', ['S3.1'], ['S3.2'])
    const income = isStandard ? 0n : box['33']!.base - box['34']!.base - box['35']!.base
    lossesByYear(it, before, { income, loss: isStandard ? 0n : positive(-box['S3.3']!.base), total: 'S3A.8' })
    add('36', 'base', ['S3A.8'])
    add('37', 'base', ['34', '35', '36'])
    set('38', 'base', { base: isStandard ? share(40n, box['33']!.base) : 0n }, false)
    add('39', 'base', ['33'], ['37', '38'])
    set('41', 'tax', { tax: share(corporationRate(), box['39']!.base) }, false)
    set('42', 'tax', { tax: minimumTax(to, box['33']!.base) }, false)
    set('43', 'tax', { tax: higher(box['41']!.tax, box['42']!.tax) }, false)

    const paid = paidIn(before)
    set('44', 'tax', { tax: taxIn(before, 'S4.1') })
    set('45', 'tax', { tax: taxIn(before, 'S4.3') + paid.minimum })
    set('46', 'tax', { tax: taxIn(before, 'S4.2') + paid.normal })
    minimumByYear(it, before)
    add('47', 'tax', ['S4.4'])
    set('48', 'tax', { tax: taxIn(before, 'S4.4') + taxIn(before, 'S4.5') })
    certified(it, '49')
    blank('50', '51', '52', '53', '54')
    add('55', 'tax', ['44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54'])
    add('56', 'tax', ['43'], ['55'])
    add('14', 'tax', ['43'])
    add('15', 'tax', ['55'])
    add('16', 'tax', ['14'], ['15'])
    blank('17', '18', '19')
    add('20', 'tax', ['17', '18', '19'])
    add('21', 'tax', ['16', '20'])
    set(`21.${place(use ?? 'carried')}`, 'tax', { tax: positive(-box['16']!.tax) }, false)
    set('W', 'tax', { tax: taxIn(before, '16') })

    // Schedule V explains the taxable income from the net income of the books: it ends where box 39 does.
    set('S5.1', 'base', { base: books.netIncome })
    set('S5.2', 'base', { base: books.nonDeductible })
    set('S5.5', 'base', { base: books.notTaxed })
    add('S5.7', 'base', ['35', '36', '38'])
    add('S5.9', 'base', ['S5.5', 'S5.7'])
    const explained = box['S5.1']!.base + box['S5.2']!.base - box['S5.9']!.base
    const typedInto = ['S5.1', 'S5.2'].map((no) => it.typed(no).base)
    const taken = it.typed('S5.5').base
    set('S5.3', 'base', { base: box['39']!.base - explained + total(typedInto) - taken }, false)
    add('S5.4', 'base', ['S5.1', 'S5.2', 'S5.3'])
    add('S5.10', 'base', ['S5.4'], ['S5.9'])
  }

  function individualQuarter(it: Sheet) {
    const { to, box, set, add, blank } = it
    const { isFirst, before } = continued(it)
    const books = moved(it)
    const carried = (no: string) => (isFirst ? 0n : baseIn(before, no))
    const due = byHand.incomeTax === 'eight_percent' ? '54' : '46'
    if (due === '54') {
      set('47', 'base', { base: books.sales })
      set('48', 'base', { base: books.otherIncome })
      add('49', 'base', ['47', '48'])
      set('50', 'base', { base: carried('51') })
      add('51', 'base', ['49', '50'])
      set('52', 'base', { base: reduction() })
      add('53', 'base', ['51'], ['52'])
      set('54', 'tax', { tax: share(8n, box['53']!.base) }, false)
    } else {
      const isStandard = byHand.deduction === 'osd'
      set('36', 'base', { base: books.sales })
      set('37', 'base', { base: isStandard ? 0n : books.cost })
      add('38', 'base', ['36'], ['37'])
      set('42', 'base', { base: carried('45') })
      set('43', 'base', { base: books.otherIncome })
      set('44', 'base', {})
      if (isStandard) set('39', 'base', {}, false)
      else {
        set('39.1', 'base', { base: books.deductions() })
        set('N0', 'base', { base: carried('N0') + carried('39.2') })
        const left = earlierLosses(it, before)
        const already = box['N0']!.base
        const income = total(['38', '42', '43', '44'].map((no) => box[no]!.base)) - box['39.1']!.base
        set('39.2', 'base', { base: lower(left, positive(income + already)) - already }, false)
        add('39', 'base', ['39.1', '39.2'])
      }
      set('40', 'base', { base: isStandard ? share(40n, box['36']!.base) : 0n }, false)
      add('41', 'base', ['38'], [isStandard ? '40' : '39'])
      add('45', 'base', ['41', '42', '43', '44'])
      set('46', 'tax', { tax: graduated(to, box['45']!.base) }, false)
    }
    set('55', 'tax', { tax: isFirst ? carriedOver(before) : taxIn(before, '55') })
    const { paid, withheld } = isFirst ? { paid: 0n, withheld: 0n } : creditedBy(before)
    set('56', 'tax', { tax: paid })
    set('57', 'tax', { tax: withheld })
    certified(it, '58')
    blank('59', '60', '61')
    add('62', 'tax', ['55', '56', '57', '58', '59', '60', '61'])
    add('63', 'tax', [due], ['62'])
    blank('64', '65', '66')
    add('67', 'tax', ['64', '65', '66'])
    add('68', 'tax', ['63', '67'])
    add('26', 'tax', [due])
    add('27', 'tax', ['62'])
    add('28', 'tax', ['26'], ['27'])
    add('29', 'tax', ['67'])
    add('30', 'tax', ['28', '29'])
    set('W', 'tax', { tax: isFirst ? 0n : taxIn(before, '26') })
  }

  /** 1701A: income from business only, at 8% or with the standard deduction. */
  function individualYearSimple(it: Sheet) {
    const { to, box, set, add, blank, use } = it
    const books = moved(it)
    const isEight = byHand.incomeTax === 'eight_percent'
    const no = (standard: string, eight: string) => (isEight ? eight : standard)
    set(no('36', '47'), 'base', { base: books.sales + books.returns })
    set(no('37', '48'), 'base', { base: books.returns })
    add(no('38', '49'), 'base', [no('36', '47')], [no('37', '48')])
    set(no('41', '50'), 'base', { base: books.otherIncome })
    set(no('42', '51'), 'base', {})
    if (isEight) {
      add('52', 'base', ['50', '51'])
      add('53', 'base', ['49', '52'])
      set('54', 'base', { base: reduction() })
      add('55', 'base', ['53'], ['54'])
      set('56', 'tax', { tax: share(8n, box['55']!.base) }, false)
    } else {
      set('39', 'base', { base: byHand.deduction === 'osd' ? share(40n, box['38']!.base) : 0n }, false)
      add('40', 'base', ['38'], ['39'])
      set('43', 'base', {})
      add('44', 'base', ['41', '42', '43'])
      add('45', 'base', ['40', '44'])
      set('46', 'tax', { tax: graduated(to, box['45']!.base) }, false)
    }
    const due = no('46', '56')
    creditsOfYear(it, ['57', '58', '59', '60'])
    blank('61', '62', '63')
    add('64', 'tax', ['57', '58', '59', '60', '61', '62', '63'])
    add('65', 'tax', [due], ['64'])
    add('20', 'tax', [due])
    add('21', 'tax', ['64'])
    add('22', 'tax', ['20'], ['21'])
    blank('23', '25', '26', '27')
    add('24', 'tax', ['22'], ['23'])
    add('28', 'tax', ['25', '26', '27'])
    add('29', 'tax', ['24', '28'])
    set(`29.${place(use ?? 'carried')}`, 'tax', { tax: positive(-box['22']!.tax) }, false)
  }

  function individualYear(it: Sheet) {
    const { to, box, set, add, blank, use } = it
    const books = moved(it)
    const isEight = byHand.incomeTax === 'eight_percent'
    set('S2.4', 'base', {})
    set('S2.5', 'base', {})
    add('S2.6', 'base', ['S2.4'], ['S2.5'])
    if (isEight) {
      set('S2.7', 'tax', { tax: graduated(to, box['S2.6']!.base) }, false)
      set('S3.26', 'base', { base: books.sales })
      set('S3.27', 'base', { base: books.otherIncome })
      add('S3.28', 'base', ['S3.26', 'S3.27'])
      set('S3.29', 'base', { base: reduction() })
      add('S3.30', 'base', ['S3.28'], ['S3.29'])
      set('S3.31', 'tax', { tax: share(8n, box['S3.30']!.base) }, false)
      add('S3.32', 'tax', ['S2.7', 'S3.31'])
    } else {
      const isStandard = byHand.deduction === 'osd'
      set('S3.8', 'base', { base: books.sales + books.returns })
      set('S3.9', 'base', { base: books.returns })
      add('S3.10', 'base', ['S3.8'], ['S3.9'])
      set('S3.11', 'base', { base: isStandard ? 0n : books.cost })
      add('S3.12', 'base', ['S3.10'], ['S3.11'])
      set('S3.19', 'base', { base: books.otherIncome })
      set('S3.20', 'base', {})
      set('S3.21', 'base', {})
      add('S3.22', 'base', ['S3.19', 'S3.20', 'S3.21'])
      set('S3.14', 'base', {})
      if (isStandard) {
        set('S3.13', 'base', {}, false)
        set('S3.15', 'base', {}, false)
      } else {
        itemized(it, 'S4', books)
        add('S3.13', 'base', ['S4.18'])
        add('S6.1', 'base', ['S3.12', 'S3.22'])
        add('S6.2', 'base', ['S3.13'])
        add('S6.3', 'base', ['S6.1'], ['S6.2'])
        const income = box['S6.3']!.base - box['S3.14']!.base
        const loss = positive(-box['S6.3']!.base)
        lossesByYear(it, known('1701Q', monthsBefore(to, 3)), { income, loss, total: 'S6.8' })
        add('S3.15', 'base', ['S6.8'])
      }
      add('S3.16', 'base', ['S3.13', 'S3.14', 'S3.15'])
      set('S3.17', 'base', { base: isStandard ? share(40n, box['S3.10']!.base) : 0n }, false)
      if (isStandard) add('S3.18', 'base', ['S3.10'], ['S3.17'])
      else add('S3.18', 'base', ['S3.12'], ['S3.16'])
      add('S3.23', 'base', ['S3.18', 'S3.22'])
      // Section 34: compensation income has no deductions, so that a business loss does not reduce it.
      set('S3.24', 'base', { base: box['S2.6']!.base + positive(box['S3.23']!.base) }, false)
      set('S3.25', 'tax', { tax: graduated(to, box['S3.24']!.base) }, false)
    }
    add('P6.1', 'tax', [isEight ? 'S3.32' : 'S3.25'])
    blank('P6.2', 'P6.3')
    add('P6.4', 'tax', ['P6.2'], ['P6.3'])
    add('P6.5', 'tax', ['P6.1', 'P6.4'])
    creditsOfYear(it, ['P7.1', 'P7.2', 'P7.3', 'P7.4'])
    blank('P7.5', 'P7.6', 'P7.7', 'P7.8', 'P7.9')
    add(
      'P7.10',
      'tax',
      Array.from({ length: 9 }, (_, at) => `P7.${at + 1}`),
    )
    add('22', 'tax', ['P6.5'])
    add('23', 'tax', ['P7.10'])
    add('24', 'tax', ['22'], ['23'])
    blank('25', '27', '28', '29')
    add('26', 'tax', ['24'], ['25'])
    add('30', 'tax', ['27', '28', '29'])
    add('31', 'tax', ['26', '30'])
    set(`31.${place(use ?? 'carried')}`, 'tax', { tax: positive(-box['24']!.tax) }, false)
  }

  /** What the books moved in a period, each account in whole pesos; income and expenses are both positive. */
  function moved({ from, to }: Sheet) {
    const sums = new Map<string, { root: string; amount: bigint }>()
    for (const { day, tags, postings } of entries) {
      if (day < from || day > to || tags.get('kind') === 'Year-End Entry') continue
      for (const { account, root, amount } of postings)
        sums.set(account, { root, amount: amount + (sums.get(account)?.amount ?? 0n) })
    }
    const of = (keeps: (account: string, kind: string, root: string) => boolean) =>
      total(
        [...sums].map(([account, { root, amount }]) =>
          keeps(account, classes.get(account) ?? '', root) ? whole(amount) : 0n,
        ),
      )
    // Final tax: interest, and the tax itself. RMC 12-2024: unrealized exchange differences. Penalties are no deduction.
    const [notTaxed, nonDeductible] = [
      ['7010', '7035'],
      ['8050', '8025', '6270'],
    ]
    const isDeduction = (account: string, kind: string, root: string) =>
      (kind === 'expense' || (kind === 'other' && root === 'Expenses')) && !nonDeductible!.includes(account)
    return {
      sales: -of((_, kind) => kind === 'revenue'),
      returns: of((account) => ['4080', '4090'].includes(account)),
      cost: of((_, kind) => kind === 'cost'),
      otherIncome: -of((account, kind, root) => kind === 'other' && root === 'Income' && !notTaxed!.includes(account)),
      deductions: (are: (account: string) => boolean = () => true) =>
        of((account, kind, root) => isDeduction(account, kind, root) && are(account)),
      netIncome: -of((_, kind) => ['revenue', 'cost', 'expense', 'other'].includes(kind)),
      nonDeductible: of((account) => nonDeductible!.includes(account)),
      notTaxed: -of((account) => notTaxed!.includes(account)),
    }
  }

  /** The deductions by kind, items 1 to 18 of the schedule; accounts without an item of their own are other deductions. */
  function itemized({ set, add }: Sheet, schedule: string, books: ReturnType<typeof moved>) {
    const accountsOf: Record<string, string[]> = {
      '2': ['6170'],
      '5': ['6160'],
      '6': ['6100'],
      '8': ['8010'],
      '11': ['6050'],
      '13': ['6010', '6020'],
      '14': ['6030'],
      '15': ['6240'],
      '16': ['6090'],
      '17b': ['6120'],
    }
    const named = Object.values(accountsOf).flat()
    const items = [...Array.from({ length: 16 }, (_, at) => String(at + 1)), '17a', '17b', '17c']
    for (const item of items) {
      const own = accountsOf[item] ?? []
      set(`${schedule}.${item}`, 'base', { base: books.deductions((account) => own.includes(account)) })
    }
    set(`${schedule}.17d`, 'base', { base: books.deductions((account) => !named.includes(account)) })
    add(
      `${schedule}.18`,
      'base',
      [...items, '17d'].map((item) => `${schedule}.${item}`),
    )
  }

  /** Certificates (form 2307) claimed in a return, in whole pesos. */
  function certified({ set, box, certificates }: Sheet, no: string) {
    set(no, 'both', certificates(false))
    box[no] = { base: whole(box[no]!.base), tax: whole(box[no]!.tax) }
  }

  /** The return that a quarter continues: the previous quarter's, or that of the year before. */
  function continued({ form, to }: Sheet): { isFirst: boolean; before: Boxes } {
    const isFirst = quartersOfYear(to).length === 1
    return { isFirst, before: known(isFirst ? annualForm() : form, monthsBefore(to, 3)) }
  }

  /** RMC 17-2019: 1701A is for those with business income only, at 8% or with the standard deduction. */
  function annualForm(): '1702-RT' | '1701' | '1701A' {
    if (byHand.taxpayer === 'corporation') return '1702-RT'
    const isSimple = byHand.incomeTax === 'eight_percent' || byHand.deduction === 'osd'
    return isSimple && !byHand.mixedIncome ? '1701A' : '1701'
  }

  /** Section 76: the overpayment of an annual return that is carried over. */
  function carriedOver(annual: Boxes): bigint {
    return taxIn(annual, { '1702-RT': '21.1', '1701': '31.1', '1701A': '29.1' }[annualForm()])
  }

  /** What a quarter of a corporation paid, and under which tax. */
  function paidIn(quarter: Boxes): { normal: bigint; minimum: bigint } {
    const paid = positive(taxIn(quarter, '20')) + positive(taxIn(quarter, 'S4.6'))
    return taxIn(quarter, 'S2.12') > taxIn(quarter, 'S2.11')
      ? { normal: 0n, minimum: paid }
      : { normal: paid, minimum: 0n }
  }

  /** What a quarter of an individual and those before it paid, and what customers withheld until then. */
  function creditedBy(quarter: Boxes): { paid: bigint; withheld: bigint } {
    return {
      paid: taxIn(quarter, '56') + positive(taxIn(quarter, '59')) + positive(taxIn(quarter, '63')),
      withheld: taxIn(quarter, '57') + taxIn(quarter, '58'),
    }
  }

  function creditsOfYear(it: Sheet, [excess, paid, withheld, fourth]: [string, string, string, string]) {
    const quarter = known('1701Q', monthsBefore(it.to, 3))
    const credits = creditedBy(quarter)
    it.set(excess, 'tax', { tax: taxIn(quarter, '55') })
    it.set(paid, 'tax', { tax: credits.paid })
    it.set(withheld, 'tax', { tax: credits.withheld })
    certified(it, fourth)
    it.set('W', 'tax', { tax: taxIn(quarter, '26') })
  }

  /** Section 27(A) as amended by RA 11534, in percent. */
  function corporationRate(): bigint {
    return byHand.incomeTax === 'small' ? 20n : 25n
  }

  function isMinimumTaxed(to: string): boolean {
    return byHand.minimumTaxFrom !== null && byHand.minimumTaxFrom <= to
  }

  /** Section 27(E): 2% of gross income, and 1% from July 2020 to June 2023. */
  function minimumTax(to: string, gross: bigint): bigint {
    return isMinimumTaxed(to) ? share(to <= '2023-06-30' ? 1n : 2n, gross) : 0n
  }

  /** Section 24(A)(2)(b): the first 250,000, not for those who also have compensation (RR 8-2018). */
  function reduction(): bigint {
    return byHand.mixedIncome ? 0n : 250_000_00n
  }

  // Losses and excess minimum tax by year, rows N and M: what earlier returns say of a year, and what is typed.

  /** Section 34(D)(3): three years; five for the taxable years 2020 and 2021 (RR 25-2020: also fiscal years to June). */
  function lossesUntil(year: number): number {
    return year + (['2020', '2021'].includes(String(byHand.yearEnd <= 6 ? year - 1 : year)) ? 5 : 3)
  }

  function lossYears(to: string): number[] {
    const year = taxYear(to)
    return [5, 4, 3, 2, 1].map((ago) => year - ago).filter((lost) => lossesUntil(lost) >= year)
  }

  /** The losses of earlier years; what is left of them. */
  function earlierLosses({ to, set, box }: Sheet, before: Boxes): bigint {
    return total(
      lossYears(to).map((year) => {
        const [amount, used, now] = [`N${year}A`, `N${year}B`, `N${year}D`]
        set(amount, 'base', { base: baseIn(before, amount) })
        set(used, 'base', { base: baseIn(before, used) + baseIn(before, now) })
        return positive(box[amount]!.base - box[used]!.base)
      }),
    )
  }

  /** The schedule of an annual return, the oldest loss first. */
  function lossesByYear(
    it: Sheet,
    before: Boxes,
    { income, loss, total: sum }: { income: bigint; loss: bigint; total: string },
  ) {
    const { to, set, add, box } = it
    earlierLosses(it, before)
    let rest = positive(income)
    for (const year of lossYears(to)) {
      const [amount, used] = [box[`N${year}A`]!.base, box[`N${year}B`]!.base]
      const now = lower(positive(amount - used), rest)
      rest -= now
      const expired = lossesUntil(year) === taxYear(to) ? amount - used - now : 0n
      set(`N${year}C`, 'base', { base: expired }, false)
      set(`N${year}D`, 'base', { base: now }, false)
      set(`N${year}E`, 'base', { base: amount - used - now - expired }, false)
    }
    set(`N${taxYear(to)}A`, 'base', { base: loss }, false)
    add(
      sum,
      'base',
      lossYears(to).map((year) => `N${year}D`),
    )
  }

  /** Section 27(E)(2): minimum tax above the normal tax is credited in the next three years. What is left of it. */
  function earlierMinimum({ to, set, box }: Sheet, before: Boxes): bigint {
    if (!isMinimumTaxed(to)) return 0n
    return total(
      minimumYears(to).map((year) => {
        const [amount, used, now] = [`M${year}C`, `M${year}D`, `M${year}F`]
        set(amount, 'tax', { tax: taxIn(before, amount) })
        set(used, 'tax', { tax: taxIn(before, used) + taxIn(before, now) })
        return positive(box[amount]!.tax - box[used]!.tax)
      }),
    )
  }

  function minimumYears(to: string): number[] {
    return [3, 2, 1].map((ago) => taxYear(to) - ago)
  }

  function minimumByYear(it: Sheet, before: Boxes) {
    const { to, set, add, box } = it
    const [normal, minimum] = [box['41']!.tax, box['42']!.tax]
    earlierMinimum(it, before)
    const years = isMinimumTaxed(to) ? minimumYears(to) : []
    let rest = normal > minimum ? normal : 0n
    for (const year of years) {
      const [amount, used] = [box[`M${year}C`]!.tax, box[`M${year}D`]!.tax]
      const now = lower(positive(amount - used), rest)
      rest -= now
      const expired = year === taxYear(to) - 3 ? amount - used - now : 0n
      set(`M${year}E`, 'tax', { tax: expired }, false)
      set(`M${year}F`, 'tax', { tax: now }, false)
      set(`M${year}G`, 'tax', { tax: amount - used - now - expired }, false)
    }
    if (years.length > 0) {
      const own = `M${taxYear(to)}`
      set(`${own}A`, 'tax', { tax: normal }, false)
      set(`${own}B`, 'tax', { tax: minimum }, false)
      set(`${own}C`, 'tax', { tax: positive(minimum - normal) }, false)
    }
    add(
      'S4.4',
      'tax',
      years.map((year) => `M${year}F`),
    )
  }

  /** A taxable year is named by the calendar year it ends in. */
  function taxYear(day: string): number {
    return Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) > byHand.yearEnd ? 1 : 0)
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
  typed: (no: string) => Figures
  /** Boxes with only what was typed. */
  blank: (...all: string[]) => void
  use: 'carried' | 'refund' | 'tcc' | undefined
  certificates: (isBusiness: boolean) => Figures
  known: (form: string, to: string) => Boxes
}

const ofEmployee = (pay: readonly { taxable: bigint }[]): bigint => total(pay.map(({ taxable }) => taxable))

const withheldFromSuppliers = (lines: Line[]) =>
  lines.filter(({ account, tags }) => account === '2140' && tags.has('atc'))

/** Final income tax; codes WV are VAT. */
const finalTax = (lines: Line[]) =>
  lines.filter(({ account, tags }) => account === '2145' && tags.has('atc') && !tags.get('atc')!.startsWith('WV'))

/** A box for each code and rate: six on the form, the others on another sheet. Their numbers. */
function byCode(lines: Line[], first: number, set: Sheet['set']): string[] {
  const rows = new Map<string, Line[]>()
  for (const line of lines) {
    const key = `${line.tags.get('atc')} ${line.tags.get('withheld-rate')}`
    rows.set(key, [...(rows.get(key) ?? []), line])
  }
  return [...rows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own], at) => {
      const no = at < 6 ? String(first + at) : `S${at - 5}`
      set(no, 'both', figures(own, 'withheld'))
      return no
    })
}

/** What a month remitted, or had remitted before it was amended: never less than nothing. */
const remittedIn = (month: Boxes): bigint => positive(higher(taxIn(month, '15'), taxIn(month, '16')))

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

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const baseIn = (boxes: Boxes, no: string): bigint => boxes[no]?.base ?? 0n
const taxIn = (boxes: Boxes, no: string): bigint => boxes[no]?.tax ?? 0n

/** "49 centavos or less drop down; 50 or more round up." */
const whole = (amount: bigint): bigint => nearest(amount, 100n) * 100n

/** A percentage of an amount that is not negative, in whole pesos. */
const share = (percent: bigint, amount: bigint): bigint => whole(nearest(positive(amount) * percent, 100n))

/** Section 24(A)(2)(a) as amended by RA 10963: above an income, the tax on it and the percentage of the rest. */
function graduated(to: string, income: bigint): bigint {
  const table: [above: bigint, tax: bigint, percent: bigint][] =
    to < '2023-01-01'
      ? [
          [8_000_000n, 2_410_000n, 35n],
          [2_000_000n, 490_000n, 32n],
          [800_000n, 130_000n, 30n],
          [400_000n, 30_000n, 25n],
          [250_000n, 0n, 20n],
        ]
      : [
          [8_000_000n, 2_202_500n, 35n],
          [2_000_000n, 402_500n, 30n],
          [800_000n, 102_500n, 25n],
          [400_000n, 22_500n, 20n],
          [250_000n, 0n, 15n],
        ]
  const [above, tax, percent] = table.find(([limit]) => income > limit * 100n) ?? [0n, 0n, 0n]
  return tax * 100n + share(percent, income - above * 100n)
}

/** The last day of a month some months before (or after) that of a day. */
function monthsBefore(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return `${year}-${String(month).padStart(2, '0')}-${last}`
}

const firstOf = (month: string): string => month.slice(0, 8) + '01'

/** The last days of the three months of a quarter. */
const monthsIn = (to: string): string[] => [monthsBefore(to, 2), monthsBefore(to, 1), to]
