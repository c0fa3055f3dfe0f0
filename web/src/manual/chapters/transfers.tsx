// Fund transfers: money moved between the company's own accounts, local or foreign. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A fund transfer records money moved from one account of the company to another.</>,
  meanwhile: (
    <>
      Keep the bank advices of both accounts together, for a foreign transfer with the rate, and record them when the
      form comes.
    </>
  ),
  sections: [
    {
      title: 'Record a transfer',
      steps: [
        <>
          Choose <b>Local</b> or <b>Foreign</b>.
        </>,
        <>Start recording.</>,
        <>Fill in the details.</>,
      ],
      notes: [
        <>For a foreign transfer the currency is that of the source account.</>,
        <>The exchange rate is the rate from the source account to the receiving account.</>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the transfer. A receipt follows by e-mail.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
      ],
    },
  ],
}
