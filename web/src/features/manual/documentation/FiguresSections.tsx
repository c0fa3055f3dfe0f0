// The arithmetic of the books: how amounts are rounded, how VAT is computed, how numbers are given.
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
          <li>
            Money is a whole number of centavos from the first keystroke to the last byte; there is no floating point.
          </li>
          <li>A half rounds away from zero: 0.005 is 0.01, and minus 0.005 is minus 0.01.</li>
          <li>Quantity times unit price is rounded once, to the centavo. A quantity has up to 4 decimals.</li>
          <li>A discount in percent is rounded once, to the centavo, on the amount of its line.</li>
          <li>
            A total that is shared among lines is shared by largest remainder: each line gets its share rounded down,
            and the centavos left over go to the largest remainders, the earlier line first when they tie. The parts
            always add up.
          </li>
          <li>The largest single figure is 9,999,999,999,999.99.</li>
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
          VAT is computed <b>per document and class</b>: the lines of one class are added up, the VAT is rounded once on
          that sum, and the result is spread to the lines by largest remainder. No rule of the revenue office says
          whether to round per line or per document; a centavo between the two is tolerated there.
        </p>
        <ul>
          <li>Prices include VAT: net = gross ÷ (1 + rate), rounded; VAT = gross − net.</li>
          <li>Prices exclude VAT: VAT = net × rate, rounded; gross = net + VAT.</li>
          <li>
            The rate of a document is the rate in force on its day. A taxed document on a day without one is refused.
          </li>
        </ul>
        <Title order={3}>Vectors at 12%</Title>
        <WordsTable
          label="Vectors at 12%"
          titles={['Given', 'Amount', 'Net', 'VAT', 'Gross']}
          rows={postedExamples.vat}
          figuresFrom={1}
        />
        <p>
          Three lines of 10.04 before VAT show the spreading: the VAT of their sum is {total}, and the lines carry{' '}
          {parts.slice(0, -1).join(', ')} and {parts.at(-1)}. Rounded line by line it would have been {lineByLine}.
        </p>
        <Title order={3}>Rates</Title>
        <RatesTable />
      </Part>

      <Part id="numbers">
        <ul>
          <li>
            A document gets the next number of its series and year, the year of its day: <b>SI-2026-000001</b> is the
            first sales invoice of 2026.
          </li>
          <li>
            Numbers have no gaps. A number is taken in the transaction that stores the document, and comes back with it
            when that fails. A number shown before Yes is the number it would get.
          </li>
          <li>A voided document keeps its number.</li>
          <li>The number printed on the paper is kept beside ours, as the invoice number.</li>
          <li>
            Entries are numbered 1, 2, 3 … across all journals. Besides the sales journal there are PJ (purchases), CRJ
            (cash receipts), CDJ (cash disbursements) and GJ (general).
          </li>
        </ul>
      </Part>
    </>
  )
}
