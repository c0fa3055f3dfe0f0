// Cheque disbursement: a cheque that was issued. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A cheque disbursement records a cheque issued to a supplier.</>,
  meanwhile: (
    <>
      Keep the cheque stubs and vouchers in the order of their cheque numbers, spoiled cheques among them, and record
      them when the form comes. Suppliers who are not in the list can be registered now.
    </>
  ),
  sections: [
    {
      title: 'Record a cheque',
      steps: [<>Start with the button.</>, <>Pick the supplier TIN.</>, <>Fill in the details.</>],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the cheque.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
      ],
    },
  ],
}
