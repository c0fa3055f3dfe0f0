// The forms by the last part of their frame's address: the file of each in forms/, and its name there.
export const forms: Readonly<Record<string, readonly [file: string, form: string]>> = {
  invoice: ['invoice/InvoiceForm.tsx', 'InvoiceForm'],
  creditmemo: ['creditmemo/CreditMemoForm.tsx', 'CreditMemoForm'],
  debitmemo: ['debitmemo/DebitMemoForm.tsx', 'DebitMemoForm'],
  bills: ['bill/BillForm.tsx', 'BillForm'],
  pettycash: ['pettycash/PettyCashForm.tsx', 'PettyCashForm'],
  deposit: ['deposit/DepositForm.tsx', 'DepositForm'],
  withdraw: ['withdrawal/WithdrawalForm.tsx', 'WithdrawalForm'],
  transfer: ['transfer/TransferForm.tsx', 'TransferForm'],
  collectionreceipt: ['settling/SettlingForm.tsx', 'CollectionForm'],
  payment: ['settling/SettlingForm.tsx', 'PaymentForm'],
  chequedisbursement: ['cheque/ChequeForm.tsx', 'ChequeForm'],
  journalvoucher: ['journalvoucher/JournalVoucherForm.tsx', 'JournalVoucherForm'],
  looseleaf: ['looseleaf/LooseLeafForm.tsx', 'LooseLeafForm'],
  bankreconciliation: ['statement/StatementForm.tsx', 'StatementForm'],
  customertin: ['party/PartyForm.tsx', 'CustomerForm'],
  vendortin: ['party/PartyForm.tsx', 'VendorForm'],
}
