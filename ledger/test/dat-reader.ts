// Reads the BIR text files from their layouts alone, for tests: it shares no code with the writer.
export type Field = { text: string; quoted: boolean }

/** The fields of every line. Throws if the file is not plain ASCII, or a line does not end in CRLF. */
export function fieldsOf(text: string): Field[][] {
  const foreign = [...text].findIndex((letter) => letter !== '\r' && letter !== '\n' && !/^[ -~]$/.test(letter))
  if (foreign >= 0) throw new Error(`Character ${foreign} is not printable ASCII.`)
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end in CRLF.')
  const rows = text.slice(0, -2).split('\r\n')
  return rows.map((row, at) => {
    if (/[\r\n]/.test(row)) throw new Error(`Line ${at + 1} has half of a line end.`)
    return split(row, at + 1)
  })
}

function split(row: string, line: number): Field[] {
  const fields: Field[] = []
  let rest = row
  for (;;) {
    const match = /^(?:"([^"]*)"|([^",]*))(?:,|$)/.exec(rest)
    if (match === null) throw new Error(`Line ${line} has a stray quote: ${rest}`)
    fields.push({ text: match[1] ?? match[2] ?? '', quoted: match[1] !== undefined })
    const isLast = !match[0].endsWith(',')
    rest = rest.slice(match[0].length)
    if (isLast) return fields
  }
}

export type ReadList = { head: Record<string, string>; details: Record<string, string>[] }

const party = 'tin,name,last,first,middle'
const reliefHead = `H,list,${party},tradeName,address1,address2`
const layouts: Record<string, { head: string; detail: string; figures: string[] }> = {
  S: {
    head: `${reliefHead},exempt,zeroRated,taxable,outputTax,rdo,month,year`,
    detail: `D,list,${party},address1,address2,exempt,zeroRated,taxable,outputTax,own,month`,
    figures: ['exempt', 'zeroRated', 'taxable', 'outputTax'],
  },
  P: {
    head: `${reliefHead},exempt,zeroRated,services,capital,other,inputTax,creditable,notCreditable,rdo,month,year`,
    detail: `D,list,${party},address1,address2,exempt,zeroRated,services,capital,other,inputTax,own,month`,
    figures: ['exempt', 'zeroRated', 'services', 'capital', 'other', 'inputTax'],
  },
  I: {
    head: `${reliefHead},dutiable,charges,exempt,taxable,vat,rdo,month,year`,
    detail:
      'D,list,entryNo,released,supplier,imported,country,dutiable,charges,exempt,taxable,vat,receiptNo,paid,own,month',
    figures: ['dutiable', 'charges', 'exempt', 'taxable', 'vat'],
  },
}

/** A file of RELIEF, whose header has the totals of its details. */
export function readRelief(text: string): ReadList {
  const [first, ...rest] = fieldsOf(text)
  const layout = layouts[first?.[1]?.text ?? '']
  if (first === undefined || layout === undefined) throw new Error('This is no list of RELIEF.')
  const head = named(first, layout.head)
  const unquoted = first.slice(2, 10).find(({ quoted }) => !quoted)
  if (unquoted) throw new Error('The header leaves a text without quotes.')
  const details = rest.map((fields) => named(fields, layout.detail))
  for (const detail of details) {
    if (detail['D'] !== 'D' || detail['list'] !== head['list']) throw new Error('A detail is of another list.')
    if (detail['own'] !== head['tin'] || detail['month'] !== head['month'])
      throw new Error('A detail is of another file.')
  }
  for (const figure of layout.figures) sumsUp(details, figure, head[figure])
  return { head, details }
}

/** A file of the alphalist modules, whose control has the totals of its details. */
export function readAlphalist(
  text: string,
): ReadList & { control: Record<string, string>; exempt: Record<string, string>[] } {
  const [first, ...all] = fieldsOf(text)
  // Payments to payees exempt from withholding follow as a separate schedule.
  const begins = all.findIndex(([mark]) => mark?.text === 'D2' || mark?.text === 'D4')
  const [rest, second] = begins < 0 ? [all, []] : [all.slice(0, begins), all.slice(begins)]
  const last = rest.pop()
  if (first === undefined || last === undefined) throw new Error('A list has a header and a control.')
  const layout = alphalists[first[0]?.text ?? '']
  if (layout === undefined) throw new Error('This is no alphalist.')
  const head = named(first, layout.head)
  const control = named(last, layout.control)
  const details = rest.map((fields) => named(fields, layout.detail))
  details.forEach((detail, at) => {
    if (detail['seq'] !== String(at + 1)) throw new Error(`Detail ${at + 1} has the number ${detail['seq']}.`)
    if (detail['period'] !== head['period']) throw new Error('A detail is of another period.')
  })
  if (control['period'] !== head['period'] || control['tin'] !== head['tin'])
    throw new Error('The control is of another file.')
  if (control['base'] !== undefined) sumsUp(details, 'base', control['base'])
  sumsUp(details, 'tax', control['tax'])
  return { head, details, control, exempt: exemptIn(second, head, layout) }
}

function exemptIn(
  lines: readonly Field[][],
  head: Record<string, string>,
  { exempt, exemptControl }: { exempt?: string; exemptControl?: string },
): Record<string, string>[] {
  const last = lines.at(-1)
  if (last === undefined) return []
  if (exempt === undefined || exemptControl === undefined) throw new Error('This list has no schedule of the exempt.')
  const control = named(last, exemptControl)
  const details = lines.slice(0, -1).map((fields) => named(fields, exempt))
  details.forEach((detail, at) => {
    if (detail['seq'] !== String(at + 1)) throw new Error(`Exempt payee ${at + 1} has the number ${detail['seq']}.`)
    if (detail['period'] !== head['period']) throw new Error('An exempt payee is of another period.')
  })
  if (control['period'] !== head['period'] || control['tin'] !== head['tin'])
    throw new Error('The control of the exempt is of another file.')
  sumsUp(details, 'base', control['base'])
  return details
}

const payee = 'payee,payeeBranch,name,last,first,middle'
const alphalists: Record<
  string,
  { head: string; detail: string; control: string; exempt?: string; exemptControl?: string }
> = {
  HQAP: {
    head: 'HQAP,form,tin,branch,name,period,rdo',
    detail: `D1,form,seq,${payee},period,atc,rate,base,tax`,
    control: 'C1,form,tin,branch,period,base,tax',
    exempt: `D2,form,seq,${payee},period,atc,base`,
    exemptControl: 'C2,form,tin,branch,period,base',
  },
  H1604E: {
    head: 'H1604E,tin,branch,period',
    detail: `D3,form,tin,branch,period,seq,${payee},atc,base,rate,tax`,
    control: 'C3,form,tin,branch,period,tax',
    exempt: `D4,form,tin,branch,period,seq,${payee},atc,base`,
    exemptControl: 'C4,form,tin,branch,period,base',
  },
  HSAWT: {
    head: 'HSAWT,form,tin,branch,name,last,first,middle,period,rdo',
    detail: `DSAWT,form,seq,${payee},period,nature,atc,rate,base,tax`,
    control: 'CSAWT,form,tin,branch,period,base,tax',
  },
}

function named(fields: readonly Field[], layout: string): Record<string, string> {
  const names = layout.split(',')
  if (fields.length !== names.length) throw new Error(`A line has ${fields.length} fields instead of ${names.length}.`)
  return Object.fromEntries(names.map((name, at) => [name, fields[at]?.text ?? '']))
}

function sumsUp(details: readonly Record<string, string>[], figure: string, told: string | undefined): void {
  const total = details.reduce((so, detail) => so + centavos(detail[figure] ?? ''), 0n)
  if (total !== centavos(told ?? ''))
    throw new Error(`The ${figure} of the details is ${total}, the file says ${told}.`)
}

/** 123456n for '1234.56'; a bare 0 is zero. */
export function centavos(figure: string): bigint {
  if (figure === '0') return 0n
  const [, minus = '', pesos, cents] = /^(-?)(\d{1,11})\.(\d\d)$/.exec(figure) ?? []
  if (pesos === undefined) throw new Error(`'${figure}' is not an amount with two decimals.`)
  return BigInt(`${minus}${pesos}${cents}`)
}
