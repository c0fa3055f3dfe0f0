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
          <li>All amounts are stored as whole numbers of centavos, never as floating-point numbers.</li>
          <li>Half centavos are rounded away from zero: 0.005 becomes 0.01, and minus 0.005 becomes minus 0.01.</li>
          <li>Quantity times unit price is rounded once, to the centavo. A quantity has up to 4 decimals.</li>
          <li>A percentage discount is rounded once, to the centavo, on the amount of its line.</li>
          <li>
            A total is divided among lines by largest remainder: each line gets its share rounded down, and the
            remaining centavos go to the lines with the largest remainders. If remainders are equal, the earlier line
            comes first. The parts always add up to the total.
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
          VAT is computed <b>per document and VAT type</b>. The lines of a VAT type are added up, the VAT on the sum is
          rounded once, and the result is divided among the lines by largest remainder. No BIR rule was found that
          prescribes rounding per line or per document. The results can differ by a few centavos.
        </p>
        <ul>
          <li>Prices include VAT: net = gross ÷ (1 + rate), rounded; VAT = gross − net.</li>
          <li>Prices exclude VAT: VAT = net × rate, rounded; gross = net + VAT.</li>
          <li>
            The rate is the one in force on the date of the document. A vatable document is refused if no rate is in
            force on its date.
          </li>
        </ul>
        <Title order={3}>VAT examples at 12%</Title>
        <WordsTable
          label="VAT examples at 12%"
          titles={['Prices', 'Amount', 'Net', 'VAT', 'Gross']}
          rows={postedExamples.vat}
          figuresFrom={1}
        />
        <p>
          For example, an invoice has three lines of 10.04 before VAT. The VAT on their total is {total}; it is split
          into {parts.slice(0, -1).join(', ')} and {parts.at(-1)}. Rounded line by line, the VAT would be {lineByLine}.
        </p>
        <Title order={3}>Rates</Title>
        <RatesTable />
      </Part>

      <Part id="numbers">
        <ul>
          <li>
            A document gets the next number of its series for the year of its date. For example, <b>SI-2026-000001</b>{' '}
            is the first sales invoice of 2026.
          </li>
          <li>
            Numbers have no gaps, because a number is used only if the document is recorded. The confirmation page shows
            the next free number. If another document is recorded first, yours gets the number after it.
          </li>
          <li>A voided document keeps its number.</li>
          <li>The number printed on your invoice is stored with the document as its invoice number.</li>
          <li>
            Entries are numbered 1, 2, 3 … across all journals: SJ (sales), PJ (purchases), CRJ (cash receipts), CDJ
            (cash disbursements) and GJ (general).
          </li>
        </ul>
      </Part>

      <Part id="why">
        <p>
          Select a figure in a report, a box of a return, or a figure in the company overview to open{' '}
          <b>Why this number</b>. The page shows
        </p>
        <ul>
          <li>the parts that add up to the figure, or the figures from which it is calculated;</li>
          <li>the lines behind it, each with its document and files;</li>
          <li>what was recorded after a date that you choose under Recorded after.</li>
        </ul>
        <p>
          To see a report as it appeared on an earlier date, enter the date under <b>Recorded up to</b>. To compare the
          report as of two dates, follow the link below it: the page <b>Changes in a report</b> lists each figure that
          changed, with its amount on both dates.
        </p>
      </Part>
    </>
  )
}
