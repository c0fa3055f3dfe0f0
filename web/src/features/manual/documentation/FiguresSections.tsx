// The arithmetic of the books: rounding, VAT and document numbers.
import { Title } from '@mantine/core'
import { postedExamples } from './postedExamples.ts'
import { RatesTable } from './ChartSection.tsx'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

export function FiguresSections() {
  const { total, parts, lineByLine } = postedExamples.spread
  return (
    <>
      <Part id="rounding">
        <ul>
          <li>Amounts are whole numbers of centavos everywhere; there is no floating point.</li>
          <li>A half rounds away from zero: 0.005 is 0.01, and minus 0.005 is minus 0.01.</li>
          <li>Quantity times unit price is rounded once, to the centavo. A quantity has up to 4 decimals.</li>
          <li>A percentage discount is rounded once, to the centavo, on the amount of its line.</li>
          <li>
            A total is divided among lines by largest remainder: each line gets its share rounded down, and the
            remaining centavos go to the largest remainders, the earlier line first if equal. The parts always add up.
          </li>
          <li>The largest amount is 9,999,999,999,999.99.</li>
        </ul>
        <Title order={3}>Quantity times price</Title>
        <WordsTable
          label="Quantity times price"
          titles={['Quantity', 'Unit price', 'Amount']}
          rows={postedExamples.lines}
          figuresFrom={1}
        />
        <Title order={3}>Typed amounts</Title>
        <WordsTable label="Typed amounts" titles={['Typed', 'Becomes']} rows={postedExamples.typed} />
      </Part>

      <Part id="vat">
        <p>
          VAT is computed <b>per document and class</b>: the lines of a class are added, the VAT of the sum is rounded
          once, and the result is divided among the lines by largest remainder. No BIR rule is known that prescribes
          rounding per line or per document; the two can differ by a centavo.
        </p>
        <ul>
          <li>Prices include VAT: net = gross ÷ (1 + rate), rounded; VAT = gross − net.</li>
          <li>Prices exclude VAT: VAT = net × rate, rounded; gross = net + VAT.</li>
          <li>
            The rate is the one in force on the date of the document. A vatable document on a date without a rate is
            refused.
          </li>
        </ul>
        <Title order={3}>Vectors at 12%</Title>
        <WordsTable
          label="Vectors at 12%"
          titles={['Prices', 'Amount', 'Net', 'VAT', 'Gross']}
          rows={postedExamples.vat}
          figuresFrom={1}
        />
        <p>
          For example, three lines of 10.04 before VAT: the VAT of their sum is {total}, and the lines carry{' '}
          {parts.slice(0, -1).join(', ')} and {parts.at(-1)}. Rounded line by line it would have been {lineByLine}.
        </p>
        <Title order={3}>Rates</Title>
        <RatesTable />
      </Part>

      <Part id="numbers">
        <ul>
          <li>
            A document gets the next number of its series in the year of its date: <b>SI-2026-000001</b> is the first
            sales invoice of 2026.
          </li>
          <li>
            Numbers have no gaps: a number is used only if the document is recorded. The number shown before Yes is the
            next one.
          </li>
          <li>A voided document keeps its number.</li>
          <li>The number printed on your invoice is stored with the document as its invoice number.</li>
          <li>
            Entries are numbered 1, 2, 3 … across all journals: SJ (sales), PJ (purchases), CRJ (cash receipts), CDJ
            (cash disbursements) and GJ (general).
          </li>
        </ul>
      </Part>
    </>
  )
}
