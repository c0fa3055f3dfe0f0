// The number of documents with its noun.
/** '1 document', '1,234 documents'. */
export const count = (documents: number): string =>
  `${documents.toLocaleString('en')} ${documents === 1 ? 'document' : 'documents'}`
