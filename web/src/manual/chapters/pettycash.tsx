// Petty cash: small expenses paid from the fund. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A petty cash voucher records a small expense that was paid from the petty cash fund.</>,
  meanwhile: (
    <>
      Keep the vouchers with their receipts in the cash box, count the fund as usual, and record them when the form
      comes. Suppliers who are not in the list can be registered now.
    </>
  ),
  sections: [
    {
      title: 'Record a voucher',
      steps: [
        <>Enter the e-mail address for the receipt.</>,
        <>Pick the supplier TIN. If it is missing, a link leads to the registration of a supplier.</>,
        <>
          Choose the Type of Expense: <b>Petty Cash</b>.
        </>,
        <>Fill in the details.</>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the voucher.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
      ],
    },
  ],
}
