// The document for which the portal opened a form, such as the bill that a cheque pays.
import type { getDocument } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'

export type OpenedFor = AnswerOf<typeof getDocument>['document']
