// Bills payments: paying what vendors have charged. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A bills payment records what was paid on unpaid vendor bills, one or several at once.</>,
  meanwhile: (
    <>
      Keep the payment vouchers and the proofs of payment together, and record them when the form comes. It needs the
      bills, whose form is to come as well.
    </>
  ),
  sections: [
    {
      title: 'Record a payment',
      text: <>The steps are those of a collection receipt, for vendor bills.</>,
      steps: [
        <>Pick the vendor.</>,
        <>Enter the payment account, the payment method and the reference number.</>,
        <>Select the rows of the bills to pay, with an amount for each.</>,
        <>Submit.</>,
      ],
      notes: [<>A payment may exceed the balance. The overpayment is credited.</>],
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
        <>After confirming, the voucher can be printed or saved as PDF.</>,
      ],
    },
  ],
}
