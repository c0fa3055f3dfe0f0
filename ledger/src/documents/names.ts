// The names of the document types.

/** The types there are. A further type adds its name here, its words to words.ts and its rule to types.ts. */
export const kindNames = [
  'invoice',
  'creditmemo',
  'collection',
  'bill',
  'pettycash',
  'pettycashfund',
  'payment',
  'cheque',
  'stalecheque',
  'deposit',
  'withdrawal',
  'transfer',
  'journalvoucher',
  'yearend',
  'certificate',
  'bankadjustment',
  'opening',
] as const
export type KindName = (typeof kindNames)[number]

/** Whether a text names a type of document. */
export const isKindName = (name: string): name is KindName => (kindNames as readonly string[]).includes(name)
