// Bills: all fields of the form. e2e/manual.spec.ts checks that each field and column exists in the form.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { bill } = labels

export const chapter: Chapter = {
  about: (
    <>
      Record supplier invoices that you will pay later. Record a bill as soon as you receive the supplier’s invoice.
      Normally, tax is withheld when you record the bill, not when you pay it.
    </>
  ),
  sections: [
    {
      title: 'Record a bill',
      text: <>Have the supplier’s invoice in front of you.</>,
      steps: [
        <>
          Enter the <b data-field>{bill.email}</b>, the address that receives the receipt.
        </>,
        <>
          Pick the <b data-field>Supplier TIN</b>: type part of the name or the TIN, for example 000-000-000. If the
          supplier is not in the list, use the link below the field to register the supplier. The terms and lines of the
          supplier’s last bill are suggested, without amounts.
        </>,
        <>
          Under <b data-field>Type of Expense</b>, leave <b>Bill</b> selected. If you choose <b>Petty Cash</b>, your
          entries are moved to a petty cash voucher.
        </>,
        <>
          Under <b data-field>{bill.nature}</b>, choose <i>{choices.bill.nature.invoice}</i>, or{' '}
          <i>{choices.bill.nature.credit}</i> for returned goods or an overcharge. For a credit, select the bill that it
          reduces. Any excess becomes a supplier advance.
        </>,
        <>
          Enter the <b data-field>{bill.externalNo}</b> as printed. While you type, Talaan shows similar documents:
          those with the same or almost the same number, or the same amount within a week.
        </>,
        <>
          Enter <b data-field>{bill.day}</b>, <b data-field>{bill.terms}</b> and <b data-field>{bill.dueDay}</b>, as for
          invoices.
        </>,
        <>
          Under <b data-field>{bill.priceMode}</b>, choose whether the amounts of the lines include VAT.
        </>,
        <>Enter the lines, as described below.</>,
        <>
          Only if the supplier rounded differently: enter <b data-field>{bill.vatPrinted}</b>. If the difference is at
          most 1.00, the printed VAT is posted. If it is larger, check the amounts and VAT types for a mistake.
        </>,
        <>If you paid the supplier in advance, enter how much of the advance this bill uses.</>,
        <>
          Optional: <b data-field>{bill.memo}</b> and attachments. Press <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Enter the lines',
      text: <>The last line is always empty; fill it in to add another. A bill can have at most 100 lines.</>,
      notes: [
        <>
          <b data-column>Type</b>: type part of an expense type, for example <i>rent</i>. It fills in the description,
          the account, and the usual VAT and withholding tax for this supplier.
        </>,
        <>
          <b data-column>Description</b> and <b data-column>Amount</b>: as on the supplier’s invoice.
        </>,
        <>
          <b data-column>VAT</b>: choose the type of purchase with VAT (goods, services, capital goods or an
          importation), or zero-rated, VAT-exempt or no VAT. Choose <i>VAT, not creditable</i> if you have no valid VAT
          invoice in your company’s name. The VAT then becomes part of the expense.
        </>,
        <>
          <b data-column>Withheld</b>: the ATC (tax code) and its rate. The tax is computed on the amount net of VAT.
          Talaan suggests the usual code; if you are not sure, ask your accountant.
        </>,
        <>
          <b data-column>Account</b>: filled in with the type. You can choose another one.
        </>,
        <>The keyboard shortcuts are the same as in the lines of an invoice.</>,
      ],
    },
    {
      title: 'Review and confirm',
      text: (
        <>
          <b>{documentWords.reviewTitle}</b> shows the bill, its journal entry, and any warnings, for example that tax
          is usually withheld but is missing here, or that the VAT status of the supplier is unknown.
        </>
      ),
      notes: [
        <>
          <b data-answer>{documentWords.yes}</b> records the bill.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>
          <b data-answer>Edit</b> returns to the form, and your entries are still there.
        </>,
        <>
          The receipt is e-mailed. Write the number, for example <i>BL-2026-000123</i>, on the supplier’s invoice.
        </>,
      ],
    },
    {
      title: 'Common questions about bills',
      questions: [
        [
          'How do I correct a bill?',
          <>
            An administrator or an accountant opens it under <Link to={paths.category('Bills')}>Bills</Link> and voids
            it. If the bill has payments or credits, void those first.
          </>,
        ],
        [
          'The supplier is not VAT-registered. What do I choose?',
          <>
            Choose <b>No VAT</b>, because this supplier cannot charge VAT.
          </>,
        ],
        [
          'Which tax do I withhold?',
          <>
            It depends on what you bought and on the supplier. Talaan suggests the usual code for the expense type. Ask
            your accountant if you are not sure.
          </>,
        ],
        [
          'Is it a bill or petty cash?',
          <>A bill is paid later, from a bank account. Petty cash is paid immediately, from the petty cash fund.</>,
        ],
      ],
    },
  ],
}
