// Deposits: money put into a bank account. The form is to come; the steps are those it will have.
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A deposit records money that was put into a bank account.</>,
  meanwhile: <>Keep the validated deposit slips in the order of their days, and record them when the form comes.</>,
  sections: [
    {
      title: 'Record a deposit',
      steps: [<>Start with the button.</>, <>Fill in the details.</>],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the deposit. A receipt follows by e-mail.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
      ],
    },
  ],
}
