// Withdrawals: money taken from a bank account. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A withdrawal records money that was taken from a bank account.</>,
  meanwhile: <>Keep the withdrawal slips in the order of their days, and record them when the form comes.</>,
  sections: [
    {
      title: 'Record a withdrawal',
      steps: [<>Start with the button.</>, <>Fill in the details.</>],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the withdrawal. A receipt follows by e-mail.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
      ],
    },
  ],
}
