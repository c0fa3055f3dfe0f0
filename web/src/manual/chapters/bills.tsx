// Bills: what suppliers charge on account. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A bill records what a supplier charges and what is paid later.</>,
  meanwhile: (
    <>
      Keep the supplier invoices of each month together, pay them as before, and record them when the form comes.
      Suppliers who are not in the list can be registered now.
    </>
  ),
  sections: [
    {
      title: 'Record a bill',
      steps: [
        <>Enter the e-mail address for the receipt.</>,
        <>Pick the supplier TIN. If it is missing, a link leads to the registration of a supplier.</>,
        <>
          Choose the Type of Expense: <b>Bill</b>.
        </>,
        <>Fill in the details.</>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the bill.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
        <>The receipt is e-mailed.</>,
      ],
    },
  ],
}
