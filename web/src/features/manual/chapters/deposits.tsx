// Deposits: the form as it is, field by field.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      A deposit records money that was put into a bank account or wallet: receipts that lay in the till, or other money
      with its account. Have the deposit slip beside you.
    </>
  ),
  sections: [
    {
      title: 'Start and fill in the sheet',
      steps: [
        <>
          Start with the button <b>Record a deposit</b>, or <kbd>Enter</kbd>. The page says how much waits in the till.
        </>,
        <>
          <b data-field>Receipt e-mail</b>: the address to which the receipt is mailed.
        </>,
        <>
          <b data-field>Deposited into</b>: the bank account or wallet. Below it stand what it holds on the day of the
          slip and what it will hold then.
        </>,
        <>
          <b data-field>Day</b> of the slip, and <b data-field>Deposit slip number</b>, which may be left out.
        </>,
        <>
          <b>Receipts deposited</b>: tick what was on this slip; see below.
        </>,
        <>
          <b>Other money</b>: a description, the account, the amount. Type part of the account’s number or name, for
          example <i>3010</i> or <i>capital</i>.
        </>,
        <>
          <b data-field>Charge kept back</b>: what the bank or the card company took off. The account then receives that
          much less.
        </>,
        <>
          <b data-field>Memo</b> and <b>Attachments</b>: may be left out.
        </>,
      ],
    },
    {
      title: 'Tick receipts',
      notes: [
        <>
          The list has every amount that waits in the till: collection receipts in cash or by cheque, cash that was
          withdrawn, and fund transfers that were on their way. The oldest stand first.
        </>,
        <>
          The space bar ticks, the arrows go up and down, <kbd>Enter</kbd> goes on to what stands below. The box in the
          head ticks all; with a search only what is found. The sum of what is ticked stands above the list; compare it
          with the slip.
        </>,
        <>
          In a long list type a number, a name or an amount into the search; <kbd>Enter</kbd> ticks the one that is
          found.
        </>,
        <>A receipt is deposited whole and once. If somebody else was quicker, you are told with which deposit.</>,
        <>A post-dated cheque can be deposited from the day that is written on it.</>,
      ],
    },
    {
      title: 'Other money',
      notes: [
        <>Capital of the owners, a loan, an advance from an officer, a refundable deposit: pick its account.</>,
        <>
          Nobody knows who sent it? Pick <i>2065 Unidentified deposits</i>; it stays open there until it is known.
        </>,
        <>
          Sales are not deposited by themselves: record the invoice and its collection receipt, and deposit that. What
          customers and suppliers owe has documents of its own as well.
        </>,
        <>
          Into an account in foreign money: amounts are in its currency, and <b>Exchange rate</b> is pesos for one unit.
          Receipts, which are in pesos, go into a peso account first.
        </>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b data-answer>Yes</b> records the deposit. A receipt follows by e-mail.
        </>,
        <>
          <b data-answer>No</b> cancels and returns to the start. What you typed is kept as a draft.
        </>,
        <>
          <b>Record another</b> keeps the e-mail address, the day and the account. <b>Record a copy</b>, here and at a
          recorded deposit, keeps other money as well; receipts are ticked anew.
        </>,
      ],
    },
    {
      title: 'When a deposit was wrong',
      text: (
        <>
          An administrator or an accountant voids it under <Link to={paths.category('Deposit')}>Deposits</Link>. Its
          receipts then wait in the till again. A receipt cannot be voided while a deposit rests on it: void the deposit
          first.
        </>
      ),
    },
  ],
}
