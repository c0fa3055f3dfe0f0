// Collection receipts: what a customer pays on open invoices. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A collection receipt records what was paid on open invoices, one or several at once.</>,
  meanwhile: (
    <>
      Keep the collection receipts with the deposit slips of their month, in the order of their numbers, and record them
      when the form comes. The invoices stay open in the portal until then; do not void them.
    </>
  ),
  sections: [
    {
      title: 'Record a payment',
      steps: [
        <>Pick the vendor: whoever paid, by name or TIN.</>,
        <>Enter the payment account, the payment method and the reference number.</>,
        <>Select the rows of the invoices to pay, with an amount for each.</>,
        <>Submit.</>,
      ],
      notes: [<>A payment may exceed the balance. The excess is shown as an amount to be credited.</>],
    },
    {
      title: 'Confirm',
      text: <>A confirmation page shows what will be recorded.</>,
      notes: [
        <>
          <b>Confirm Payment</b> records it.
        </>,
        <>
          <b>Cancel Payment</b> records nothing.
        </>,
        <>After confirming, a voucher page can be printed or saved as PDF.</>,
      ],
    },
  ],
}
