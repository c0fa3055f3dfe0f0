// Generated from the OpenAPI document by `npm run generate`; a test fails when it is stale.
export interface paths {
    "/api/v1/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The company, the current date in Manila, and the permissions of this key
         * @description Permission: company:read (Read the company, accounts and document types). Roles: admin, accountant, user.
         */
        get: operations["company"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/document-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The types of documents, with the JSON Schema of their fields
         * @description Permission: company:read (Read the company, accounts and document types). Roles: admin, accountant, user.
         */
        get: operations["documentTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chart of accounts
         * @description Permission: company:read (Read the company, accounts and document types). Roles: admin, accountant, user.
         */
        get: operations["accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers and suppliers, all by name or found by name or TIN
         * @description Without "search", all customers and suppliers are returned in pages of 100. With it, only the best matches are returned. If the one you need is not among them, search for a longer part of its name.
         *
         *     Permission: parties:read (Read customers and suppliers). Roles: admin, accountant, user.
         */
        get: operations["parties"];
        put?: never;
        /**
         * Register a customer or supplier
         * @description If a similar registration exists, the call returns 409 and lists it. Use that registration, or send lookAlikesSeen: true to register the party anyway.
         *
         *     Permission: parties:write (Register customers and suppliers). Roles: admin, accountant, user.
         */
        post: operations["registerParty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parties/{partyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One customer or supplier with all registered details
         * @description Permission: parties:read (Read customers and suppliers). Roles: admin, accountant, user.
         */
        get: operations["party"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/parties/look-alikes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Possible duplicates of a TIN or name
         * @description Changes nothing, so it needs no Idempotency-Key.
         *
         *     Permission: parties:read (Read customers and suppliers). Roles: admin, accountant, user.
         */
        post: operations["lookAlikes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/open-items/parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers with unpaid invoices (receivable) or suppliers with unpaid bills (payable)
         * @description Permission: documents:read (Read documents and open items). Roles: admin, accountant, user.
         */
        get: operations["openParties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/open-items/pages/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Vendors with unpaid bills or customers with unpaid invoices as an HTML page, to show in an external form
         * @description Permission: documents:read (Read documents and open items). Roles: admin, accountant, user.
         */
        get: operations["openItemsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/open-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unpaid documents and unused credits, of one customer or supplier or of all
         * @description Earliest due date first. With partyId, all are returned; without it, a page has at most 100.
         *
         *     Permission: documents:read (Read documents and open items). Roles: admin, accountant, user.
         */
        get: operations["openItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The drafts of the API key's user
         * @description Newest first, in pages of 50.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        get: operations["drafts"];
        put?: never;
        /**
         * Prepare a draft
         * @description Repeating the call with the same Idempotency-Key returns the same draft.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One draft
         * @description The response has an ETag. Send it as If-Match, so that your change is refused if someone else has changed the draft.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        get: operations["draft"];
        /**
         * Replace the fields of a draft
         * @description The response has an ETag. Send it as If-Match, so that your change is refused if someone else has changed the draft.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        put: operations["changeDraft"];
        post?: never;
        /**
         * Discard a draft
         * @description Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        delete: operations["discardDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts/{draftId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a draft: its journal entry, totals and warnings, or its errors
         * @description Posts nothing, so it needs no Idempotency-Key. Errors are returned with status 422 and a pointer to each field.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        post: operations["review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts/{draftId}/send-for-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a reviewed draft for approval
         * @description For a draft whose review has an approval. Posts nothing: an approver records or returns it in Talaan. Sending the same review again changes nothing. A draft that is changed must be sent again.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        post: operations["send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/launches/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the launch code in the address of a form for a token
         * @description Use a code only once, within ten minutes. A second use ends the launch. Send the token instead of the key in the following calls. The token expires when the person's session ends.
         *
         *     Permission: launches:prepare (Prepare documents in external forms, for the person who opened the form). Roles: admin, accountant, user.
         */
        post: operations["exchangeLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/launches/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The form, the person and the status of a launch
         * @description Permission: launches:prepare (Prepare documents in external forms, for the person who opened the form). Roles: admin, accountant, user.
         */
        get: operations["launch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/launches/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a launch after its draft is prepared or the person has cancelled it
         * @description If the outcome is "prepared", the person reviews the draft in Talaan. The token is then no longer valid.
         *
         *     Permission: launches:prepare (Prepare documents in external forms, for the person who opened the form). Roles: admin, accountant, user.
         */
        post: operations["finishLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents, newest recorded first
         * @description The filters are those of the Transactions page. Several types are separated by commas. A page has at most 50 documents. To get the next page, send the value of "next" as the parameter "after".
         *
         *     Permission: documents:read (Read documents and open items). Roles: admin, accountant, user.
         */
        get: operations["documents"];
        put?: never;
        /**
         * Record a reviewed draft
         * @description Needs an API key that an accountant has authorized to record this type of document, up to a set amount. Recording a draft again returns the same document. A draft that needs an approval is refused: send it for approval.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        post: operations["record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One document with its fields, journal entry and files
         * @description Permission: documents:read (Read documents and open items). Roles: admin, accountant, user.
         */
        get: operations["document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{documentId}/voucher.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The printed voucher as a PDF
         * @description Permission: documents:read (Read documents and open items). Roles: admin, accountant, user.
         */
        get: operations["voucher"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{documentId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of a document, including those added after it was recorded
         * @description Permission: files:read (Read the files of documents and drafts). Roles: admin, accountant, user.
         */
        get: operations["documentFiles"];
        put?: never;
        /**
         * Add a PDF, JPEG or PNG file of at most 10 MB to a recorded document
         * @description The document stays as it was recorded; the file is listed with the name of the account and the time.
         *
         *     Permission: files:write (Add files to recorded documents). Roles: admin, accountant, user.
         */
        post: operations["addDocumentFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts/{draftId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of a draft
         * @description Permission: files:read (Read the files of documents and drafts). Roles: admin, accountant, user.
         */
        get: operations["draftFiles"];
        put?: never;
        /**
         * Attach a PDF, JPEG or PNG file of at most 10 MB to a draft
         * @description Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        post: operations["attach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts/{draftId}/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a file from a draft
         * @description Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant, user.
         */
        delete: operations["detach"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The content of a file of a document or draft
         * @description Permission: files:read (Read the files of documents and drafts). Roles: admin, accountant, user.
         */
        get: operations["attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bank-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cash and bank accounts with their balances in the books
         * @description Permission: bank:read (Read bank statements). Roles: admin, accountant, user.
         */
        get: operations["bankAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bank-statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uploaded bank statements
         * @description Permission: bank:read (Read bank statements). Roles: accountant.
         */
        get: operations["bankStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bank-statements/{statementId}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lines of a bank statement
         * @description Permission: bank:read (Read bank statements). Roles: accountant.
         */
        get: operations["bankLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bank-accounts/{account}/unmatched/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The unmatched lines of a bank account up to the end of a month, with suggested matches
         * @description Oldest first. Talaan suggests matches; a person confirms them on the page whose address is in "url".
         *
         *     Permission: bank:read (Read bank statements). Roles: accountant.
         */
        get: operations["unmatchedBankLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record many documents, or register many parties, from the rows of a table
         * @description In the field columns, send a list with the field name for each column of the table, as on the import page, or null to skip a column. All rows are checked before any is recorded. To record documents, the key needs an accountant's permission for this type of document, up to a set amount. To register parties, it needs parties:write. Rows that were recorded before are not recorded again, so a call can be repeated.
         *
         *     Permission: drafts:write (Prepare drafts and attach files to them). Roles: admin, accountant.
         */
        post: operations["import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events after a given event, oldest first
         * @description As the parameter "after", send the sequence number of the last event that you read. Sequence numbers increase, with gaps. Once you have read an event, no event with a lower number is added.
         *
         *     Permission: events:read (Read the list of events). Roles: admin, accountant, user.
         */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks, with the number of messages waiting for each
         * @description Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin, accountant.
         */
        get: operations["webhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Use the secret to verify the signatures of the messages. Only this response contains it; repeat the call with the same Idempotency-Key to get it again.
         *
         *     Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the address or the events of a webhook, pause it or resume it
         * @description A webhook that is resumed gets the messages about the events that happened while it was paused.
         *
         *     Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin.
         */
        put: operations["changeWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new secret; for 24 hours, messages are signed with both the old and the new one
         * @description Use the secret to verify the signatures of the messages. Only this response contains it; repeat the call with the same Idempotency-Key to get it again.
         *
         *     Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin.
         */
        post: operations["changeWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The messages of a webhook with their attempts, newest first
         * @description Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin, accountant.
         */
        get: operations["webhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Permission: webhooks:manage (Create, change, test and delete webhooks). Roles: admin.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A report as rows of cells
         * @description Cells of money columns are amounts; all other cells are text. Only an accountant's key can read reports.
         *
         *     Permission: reports:read (Read reports and export the journal). Roles: accountant.
         */
        get: operations["report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{report}/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A report as an XLSX, PDF or CSV file
         * @description Permission: reports:read (Read reports and export the journal). Roles: accountant.
         */
        get: operations["reportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/figures/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a report figure is calculated: its rule, parts and entries
         * @description To choose the figure, send the texts of its row as "row" and the key of its column as "column". The other parameters are those of the report.
         *
         *     Permission: reports:read (Read reports and export the journal). Roles: accountant.
         */
        get: operations["figure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/journal/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The journal in Ledger, hledger or Beancount format, or as CSV
         * @description The response is streamed. It contains everything that was recorded when the call began. If the connection breaks, send the call again.
         *
         *     Permission: reports:read (Read reports and export the journal). Roles: accountant.
         */
        get: operations["journal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/general-ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The general ledger as CSV: each account with its opening balance, lines and balances
         * @description The response is streamed. It contains everything that was recorded when the call began. If the connection breaks, send the call again.
         *
         *     Permission: reports:read (Read reports and export the journal). Roles: accountant.
         */
        get: operations["generalLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/documents.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All documents as a ZIP archive, each with its data, voucher and files
         * @description Each document has a folder with document.json (as in the call for one document), voucher.pdf and its attached files.
         *
         *     The response is streamed. It contains everything that was recorded when the call began. If the connection breaks, send the call again.
         *
         *     Permissions: documents:read (Read documents and open items), files:read (Read the files of documents and drafts). Roles: accountant.
         */
        get: operations["documentArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tax-returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tax returns of a year with their due dates and statuses
         * @description Permission: taxes:read (Read tax returns). Roles: accountant.
         */
        get: operations["taxReturns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tax-returns/{duty}/{period}/boxes/{box}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rule, the parts and the entries of a box of a tax return
         * @description "period" is the last date of the period, and "column" is "base" or "tax".
         *
         *     Permission: taxes:read (Read tax returns). Roles: accountant.
         */
        get: operations["box"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type: string;
            /** @description The error and how to correct it. */
            title: string;
            status: number;
            /** @description A code that does not change. Programs should use it instead of the text. */
            code: string;
            /** Format: uuid */
            requestId: string;
            fields?: {
                /** @description JSON Pointer to the field in the request body. */
                pointer: string;
                message: string;
            }[];
        };
    };
    responses: {
        /** @description The call failed. Nothing was changed, unless the message says what to check. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    company: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** Format: date */
                        today: string;
                        version: string;
                        key: {
                            name: string;
                            owner: string;
                            role: string;
                            scopes: string[];
                            /** Format: date */
                            expiresOn: string;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    documentTypes: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documentTypes: {
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            name: string;
                            series: string;
                            mayPrepare: boolean;
                            fields: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    accounts: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            code: string;
                            name: string;
                            /** @enum {string} */
                            type: "asset" | "liability" | "equity" | "revenue" | "cost" | "expense" | "other" | "income_tax";
                            /** @enum {string} */
                            normal: "debit" | "credit";
                            active: boolean;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    parties: {
        parameters: {
            query?: {
                search?: string;
                role?: "customer" | "supplier";
                after?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parties: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            tin: string;
                            customer: boolean;
                            supplier: boolean;
                            address: string;
                            email: string | null;
                            /** @enum {string} */
                            vatStatus: "vat" | "non_vat" | "unknown";
                        }[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    registerParty: {
        parameters: {
            query?: never;
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "customer" | "supplier";
                    fields: {
                        /** @enum {string} */
                        kind: "individual" | "non_individual";
                        tin: string;
                        /**
                         * @default
                         * @enum {string}
                         */
                        noTin?: "" | "foreign" | "individual" | "various";
                        /** @default  */
                        country?: string;
                        /** @default  */
                        foreignTaxNo?: string;
                        /** @default  */
                        registeredName?: string;
                        /** @default  */
                        lastName?: string;
                        /** @default  */
                        firstName?: string;
                        /** @default  */
                        middleName?: string;
                        /** @default  */
                        tradeName?: string;
                        /**
                         * @default {
                         *       "substreet": "",
                         *       "street": "",
                         *       "barangay": "",
                         *       "city": "",
                         *       "province": "",
                         *       "zip": ""
                         *     }
                         */
                        address?: {
                            /** @default  */
                            substreet?: string;
                            /** @default  */
                            street?: string;
                            /** @default  */
                            barangay?: string;
                            /** @default  */
                            city?: string;
                            /** @default  */
                            province?: string;
                            /** @default  */
                            zip?: string;
                        };
                        /** @default  */
                        rdoCode?: string;
                        /**
                         * @default unknown
                         * @enum {string}
                         */
                        vatStatus?: "vat" | "non_vat" | "unknown";
                        /** @default  */
                        email?: "" | string;
                        /** @default  */
                        phone?: string;
                        /** @default  */
                        lineOfBusiness?: string;
                        /** @default false */
                        government?: boolean;
                        /** @default false */
                        withholdingAgent?: boolean;
                        /** @default  */
                        withholdingExempt?: string;
                        /** @default false */
                        registeredEnterprise?: boolean;
                        /** @default  */
                        zeroRatingCertificate?: string;
                    };
                    /** @default false */
                    lookAlikesSeen?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        party: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            tin: string;
                            customer: boolean;
                            supplier: boolean;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    party: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                partyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        party: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            customer: boolean;
                            supplier: boolean;
                            fields: {
                                /** @enum {string} */
                                kind: "individual" | "non_individual";
                                tin: string;
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                noTin: "" | "foreign" | "individual" | "various";
                                /** @default  */
                                country: string;
                                /** @default  */
                                foreignTaxNo: string;
                                /** @default  */
                                registeredName: string;
                                /** @default  */
                                lastName: string;
                                /** @default  */
                                firstName: string;
                                /** @default  */
                                middleName: string;
                                /** @default  */
                                tradeName: string;
                                /**
                                 * @default {
                                 *       "substreet": "",
                                 *       "street": "",
                                 *       "barangay": "",
                                 *       "city": "",
                                 *       "province": "",
                                 *       "zip": ""
                                 *     }
                                 */
                                address: {
                                    /** @default  */
                                    substreet: string;
                                    /** @default  */
                                    street: string;
                                    /** @default  */
                                    barangay: string;
                                    /** @default  */
                                    city: string;
                                    /** @default  */
                                    province: string;
                                    /** @default  */
                                    zip: string;
                                };
                                /** @default  */
                                rdoCode: string;
                                /**
                                 * @default unknown
                                 * @enum {string}
                                 */
                                vatStatus: "vat" | "non_vat" | "unknown";
                                /** @default  */
                                email: "" | string;
                                /** @default  */
                                phone: string;
                                /** @default  */
                                lineOfBusiness: string;
                                /** @default false */
                                government: boolean;
                                /** @default false */
                                withholdingAgent: boolean;
                                /** @default  */
                                withholdingExempt: string;
                                /** @default false */
                                registeredEnterprise: boolean;
                                /** @default  */
                                zeroRatingCertificate: string;
                            };
                            mergedInto: string | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    lookAlikes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    tin: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lookAlikes: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            tin: string;
                            reason: string;
                            isSame: boolean;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    openParties: {
        parameters: {
            query: {
                side: "receivable" | "payable";
                search?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: party. */
                expand?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parties: {
                            /** Format: uuid */
                            partyId: string;
                            name: string;
                            tin: string;
                            documents: number;
                            balance: string;
                            credit: string;
                            oldestDue: string | null;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    openItemsPage: {
        parameters: {
            query?: {
                search?: string;
            };
            header?: never;
            path: {
                page: "unpaid-vendors" | "unpaid-customers";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    openItems: {
        parameters: {
            query: {
                side: "receivable" | "payable";
                partyId?: string;
                after?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: party, document. */
                expand?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            documentId: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            number: string;
                            externalNo: string | null;
                            /** Format: date */
                            day: string;
                            dueDay: string | null;
                            partyId: string | null;
                            partyName: string | null;
                            account: string;
                            original: string;
                            balance: string;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                            /** @description Returned only with expand=document. Its members are those of "document" in GET /api/v1/documents/{documentId}. */
                            document?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                                number: string;
                                externalNo: string | null;
                                /** Format: date */
                                day: string;
                                dueDay: string | null;
                                partyId: string | null;
                                partyName: string | null;
                                memo: string;
                                total: string;
                                balance: string;
                                /** @enum {string} */
                                status: "recorded" | "void";
                                recordedBy: string;
                                fields: {
                                    [key: string]: unknown;
                                };
                                entryNo: number;
                                /** Format: date */
                                entryDay: string;
                                entry: {
                                    account: string;
                                    name: string;
                                    debit: string;
                                    credit: string;
                                }[];
                                attachments: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    type: "application/pdf" | "image/jpeg" | "image/png";
                                    bytes: number;
                                }[];
                                recordedAt: string;
                                voided: {
                                    reason: string;
                                    by: string;
                                    at: string;
                                    /** Format: date */
                                    day: string;
                                    entryNo: number;
                                } | null;
                            } | null;
                        }[];
                        credits: {
                            /** Format: uuid */
                            documentId: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            number: string;
                            externalNo: string | null;
                            /** Format: date */
                            day: string;
                            dueDay: string | null;
                            partyId: string | null;
                            partyName: string | null;
                            account: string;
                            original: string;
                            balance: string;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                            /** @description Returned only with expand=document. Its members are those of "document" in GET /api/v1/documents/{documentId}. */
                            document?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                                number: string;
                                externalNo: string | null;
                                /** Format: date */
                                day: string;
                                dueDay: string | null;
                                partyId: string | null;
                                partyName: string | null;
                                memo: string;
                                total: string;
                                balance: string;
                                /** @enum {string} */
                                status: "recorded" | "void";
                                recordedBy: string;
                                fields: {
                                    [key: string]: unknown;
                                };
                                entryNo: number;
                                /** Format: date */
                                entryDay: string;
                                entry: {
                                    account: string;
                                    name: string;
                                    debit: string;
                                    credit: string;
                                }[];
                                attachments: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    type: "application/pdf" | "image/jpeg" | "image/png";
                                    bytes: number;
                                }[];
                                recordedAt: string;
                                voided: {
                                    reason: string;
                                    by: string;
                                    at: string;
                                    /** Format: date */
                                    day: string;
                                    entryNo: number;
                                } | null;
                            } | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    drafts: {
        parameters: {
            query?: {
                kind?: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                after?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: party, document. */
                expand?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        drafts: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            fields: {
                                [key: string]: unknown;
                            };
                            attachments: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "application/pdf" | "image/jpeg" | "image/png";
                                bytes: number;
                            }[];
                            savedAt: string;
                            documentId: string | null;
                            url: string;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                            /** @description Returned only with expand=document. Its members are those of "document" in GET /api/v1/documents/{documentId}. */
                            document?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                                number: string;
                                externalNo: string | null;
                                /** Format: date */
                                day: string;
                                dueDay: string | null;
                                partyId: string | null;
                                partyName: string | null;
                                memo: string;
                                total: string;
                                balance: string;
                                /** @enum {string} */
                                status: "recorded" | "void";
                                recordedBy: string;
                                fields: {
                                    [key: string]: unknown;
                                };
                                entryNo: number;
                                /** Format: date */
                                entryDay: string;
                                entry: {
                                    account: string;
                                    name: string;
                                    debit: string;
                                    credit: string;
                                }[];
                                attachments: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    type: "application/pdf" | "image/jpeg" | "image/png";
                                    bytes: number;
                                }[];
                                recordedAt: string;
                                voided: {
                                    reason: string;
                                    by: string;
                                    at: string;
                                    /** Format: date */
                                    day: string;
                                    entryNo: number;
                                } | null;
                            } | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            fields: {
                                [key: string]: unknown;
                            };
                            attachments: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "application/pdf" | "image/jpeg" | "image/png";
                                bytes: number;
                            }[];
                            savedAt: string;
                            documentId: string | null;
                            url: string;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    draft: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: party, document. */
                expand?: string;
            };
            header?: never;
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            fields: {
                                [key: string]: unknown;
                            };
                            attachments: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "application/pdf" | "image/jpeg" | "image/png";
                                bytes: number;
                            }[];
                            savedAt: string;
                            documentId: string | null;
                            url: string;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                            /** @description Returned only with expand=document. Its members are those of "document" in GET /api/v1/documents/{documentId}. */
                            document?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                                number: string;
                                externalNo: string | null;
                                /** Format: date */
                                day: string;
                                dueDay: string | null;
                                partyId: string | null;
                                partyName: string | null;
                                memo: string;
                                total: string;
                                balance: string;
                                /** @enum {string} */
                                status: "recorded" | "void";
                                recordedBy: string;
                                fields: {
                                    [key: string]: unknown;
                                };
                                entryNo: number;
                                /** Format: date */
                                entryDay: string;
                                entry: {
                                    account: string;
                                    name: string;
                                    debit: string;
                                    credit: string;
                                }[];
                                attachments: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    type: "application/pdf" | "image/jpeg" | "image/png";
                                    bytes: number;
                                }[];
                                recordedAt: string;
                                voided: {
                                    reason: string;
                                    by: string;
                                    at: string;
                                    /** Format: date */
                                    day: string;
                                    entryNo: number;
                                } | null;
                            } | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            fields: {
                                [key: string]: unknown;
                            };
                            attachments: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "application/pdf" | "image/jpeg" | "image/png";
                                bytes: number;
                            }[];
                            savedAt: string;
                            documentId: string | null;
                            url: string;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    discardDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        discarded: true;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        digest: string;
                        title: string;
                        numberToBe: string;
                        total: string;
                        totals: {
                            label: string;
                            amount: string;
                        }[];
                        entry: {
                            account: string;
                            name: string;
                            debit: string;
                            credit: string;
                        }[];
                        warnings: string[];
                        approval: {
                            rule: string;
                            approvers: string[];
                        } | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    send: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    digest: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approvers: string[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    exchangeLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    form: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        launch: {
                            /** Format: uuid */
                            id: string;
                            form: string;
                            kinds: ("invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening")[];
                            /** Format: uuid */
                            draftId: string;
                            mayRecord: boolean;
                            person: {
                                name: string;
                                role: string;
                            };
                            partyId: string | null;
                            about: string | null;
                            /** Format: date */
                            today: string;
                            returnUrl: string;
                            /** @enum {string} */
                            state: "opened" | "connected" | "recorded" | "prepared" | "cancelled" | "reused" | "replaced";
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    launch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        launch: {
                            /** Format: uuid */
                            id: string;
                            form: string;
                            kinds: ("invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening")[];
                            /** Format: uuid */
                            draftId: string;
                            mayRecord: boolean;
                            person: {
                                name: string;
                                role: string;
                            };
                            partyId: string | null;
                            about: string | null;
                            /** Format: date */
                            today: string;
                            returnUrl: string;
                            /** @enum {string} */
                            state: "opened" | "connected" | "recorded" | "prepared" | "cancelled" | "reused" | "replaced";
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    finishLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "prepared" | "cancelled";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        launch: {
                            /** Format: uuid */
                            id: string;
                            form: string;
                            kinds: ("invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening")[];
                            /** Format: uuid */
                            draftId: string;
                            mayRecord: boolean;
                            person: {
                                name: string;
                                role: string;
                            };
                            partyId: string | null;
                            about: string | null;
                            /** Format: date */
                            today: string;
                            returnUrl: string;
                            /** @enum {string} */
                            state: "opened" | "connected" | "recorded" | "prepared" | "cancelled" | "reused" | "replaced";
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    documents: {
        parameters: {
            query?: {
                kind?: string;
                search?: string;
                status?: "open" | "unpaid" | "partly" | "overdue" | "paid" | "recorded" | "void";
                from?: string;
                to?: string;
                partyId?: string;
                recordedBy?: string;
                /** @description The smallest total. Send an amount as a string with two decimals, for example "1234.50". */
                totalFrom?: string;
                /** @description The largest total. Send an amount as a string with two decimals, for example "1234.50". */
                totalTo?: string;
                files?: "with" | "without";
                project?: "none" | string;
                department?: "none" | string;
                branch?: "none" | string;
                /** @description Only documents with an open balance or unused credit. */
                open?: "yes";
                order?: "recorded" | "day" | "due" | "total" | "party" | "status";
                /** @description The reverse order. */
                ascending?: "yes";
                after?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: party, entry, attachments. */
                expand?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            number: string;
                            externalNo: string | null;
                            /** Format: date */
                            day: string;
                            dueDay: string | null;
                            partyId: string | null;
                            partyName: string | null;
                            memo: string;
                            total: string;
                            balance: string;
                            /** @enum {string} */
                            status: "recorded" | "void";
                            recordedBy: string;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                            /** @description Returned only with expand=entry. Its members are those of "document.entry" in GET /api/v1/documents/{documentId}. */
                            entry?: {
                                account: string;
                                name: string;
                                debit: string;
                                credit: string;
                            }[] | null;
                            /** @description Returned only with expand=attachments. Its members are those of "document.attachments" in GET /api/v1/documents/{documentId}. */
                            attachments?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "application/pdf" | "image/jpeg" | "image/png";
                                bytes: number;
                            }[] | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    record: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    draftId: string;
                    digest: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        documentId: string;
                        number: string;
                        already: boolean;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    document: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: party. */
                expand?: string;
            };
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        document: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                            number: string;
                            externalNo: string | null;
                            /** Format: date */
                            day: string;
                            dueDay: string | null;
                            partyId: string | null;
                            partyName: string | null;
                            memo: string;
                            total: string;
                            balance: string;
                            /** @enum {string} */
                            status: "recorded" | "void";
                            recordedBy: string;
                            fields: {
                                [key: string]: unknown;
                            };
                            entryNo: number;
                            /** Format: date */
                            entryDay: string;
                            entry: {
                                account: string;
                                name: string;
                                debit: string;
                                credit: string;
                            }[];
                            attachments: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "application/pdf" | "image/jpeg" | "image/png";
                                bytes: number;
                            }[];
                            recordedAt: string;
                            voided: {
                                reason: string;
                                by: string;
                                at: string;
                                /** Format: date */
                                day: string;
                                entryNo: number;
                            } | null;
                            /** @description Returned only with expand=party. Its members are those of "party" in GET /api/v1/parties/{partyId}. */
                            party?: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                customer: boolean;
                                supplier: boolean;
                                fields: {
                                    /** @enum {string} */
                                    kind: "individual" | "non_individual";
                                    tin: string;
                                    /**
                                     * @default
                                     * @enum {string}
                                     */
                                    noTin: "" | "foreign" | "individual" | "various";
                                    /** @default  */
                                    country: string;
                                    /** @default  */
                                    foreignTaxNo: string;
                                    /** @default  */
                                    registeredName: string;
                                    /** @default  */
                                    lastName: string;
                                    /** @default  */
                                    firstName: string;
                                    /** @default  */
                                    middleName: string;
                                    /** @default  */
                                    tradeName: string;
                                    /**
                                     * @default {
                                     *       "substreet": "",
                                     *       "street": "",
                                     *       "barangay": "",
                                     *       "city": "",
                                     *       "province": "",
                                     *       "zip": ""
                                     *     }
                                     */
                                    address: {
                                        /** @default  */
                                        substreet: string;
                                        /** @default  */
                                        street: string;
                                        /** @default  */
                                        barangay: string;
                                        /** @default  */
                                        city: string;
                                        /** @default  */
                                        province: string;
                                        /** @default  */
                                        zip: string;
                                    };
                                    /** @default  */
                                    rdoCode: string;
                                    /**
                                     * @default unknown
                                     * @enum {string}
                                     */
                                    vatStatus: "vat" | "non_vat" | "unknown";
                                    /** @default  */
                                    email: "" | string;
                                    /** @default  */
                                    phone: string;
                                    /** @default  */
                                    lineOfBusiness: string;
                                    /** @default false */
                                    government: boolean;
                                    /** @default false */
                                    withholdingAgent: boolean;
                                    /** @default  */
                                    withholdingExempt: string;
                                    /** @default false */
                                    registeredEnterprise: boolean;
                                    /** @default  */
                                    zeroRatingCertificate: string;
                                };
                                mergedInto: string | null;
                            } | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    voucher: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    documentFiles: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachments: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "application/pdf" | "image/jpeg" | "image/png";
                            bytes: number;
                            addedBy: string | null;
                            addedAt: string | null;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    addDocumentFile: {
        parameters: {
            query: {
                name: string;
            };
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachment: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "application/pdf" | "image/jpeg" | "image/png";
                            bytes: number;
                            addedBy: string | null;
                            addedAt: string | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    draftFiles: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachments: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "application/pdf" | "image/jpeg" | "image/png";
                            bytes: number;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    attach: {
        parameters: {
            query: {
                kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                name: string;
            };
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachment: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "application/pdf" | "image/jpeg" | "image/png";
                            bytes: number;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    detach: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path: {
                draftId: string;
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        removed: true;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    bankAccounts: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            code: string;
                            name: string;
                            currency: string;
                            balance: string;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    bankStatements: {
        parameters: {
            query?: {
                account?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statements: {
                            /** Format: uuid */
                            id: string;
                            account: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            lines: number;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    bankLines: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                statementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lines: {
                            /** Format: date */
                            day: string;
                            amount: string;
                            balance: string | null;
                            reference: string | null;
                            chequeNo: string | null;
                            description: string;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    unmatchedBankLines: {
        parameters: {
            query?: {
                after?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                account: string;
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        open: number;
                        lines: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date */
                            day: string;
                            amount: string;
                            reference: string | null;
                            chequeNo: string | null;
                            description: string;
                            suggestions: {
                                /** @enum {string} */
                                certainty: "certain" | "likely" | "possible";
                                reasons: string[];
                                books: {
                                    /** Format: date */
                                    day: string;
                                    amount: string;
                                    documentId: string | null;
                                    number: string | null;
                                }[];
                                records: string | null;
                            }[];
                        }[];
                        url: string;
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    import: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "invoice" | "creditmemo" | "collection" | "bill" | "suppliercredit" | "pettycash" | "cashadvance" | "payment" | "cheque" | "deposit" | "withdrawal" | "transfer" | "payroll" | "customer" | "supplier";
                    columns: (string | null)[];
                    rows: string[][];
                    count: number;
                    total: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: {
                            rows: number[];
                            label: string;
                            number: string;
                            already: boolean;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    events: {
        parameters: {
            query?: {
                after?: string;
                type?: "document.recorded" | "document.voided" | "draft.waiting" | "payment.received" | "month.closed" | "month.reopened" | "return.due" | "return.filed" | "bankStatement.uploaded" | "backup.failed" | "apiKey.newAddress";
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
                /** @description Also return these linked records, separated by commas: document. */
                expand?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: {
                            /** Format: uuid */
                            id: string;
                            sequence: string;
                            type: string;
                            at: string;
                            kind: string | null;
                            objectId: string;
                            label: string | null;
                            /** @description Returned only with expand=document. Its members are those of "document" in GET /api/v1/documents/{documentId}. */
                            document?: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {string} */
                                kind: "invoice" | "creditmemo" | "debitmemo" | "collection" | "bill" | "pettycash" | "pettycashfund" | "payment" | "cheque" | "stalecheque" | "deposit" | "withdrawal" | "transfer" | "journalvoucher" | "unapply" | "yearend" | "payroll" | "certificate" | "bankadjustment" | "opening";
                                number: string;
                                externalNo: string | null;
                                /** Format: date */
                                day: string;
                                dueDay: string | null;
                                partyId: string | null;
                                partyName: string | null;
                                memo: string;
                                total: string;
                                balance: string;
                                /** @enum {string} */
                                status: "recorded" | "void";
                                recordedBy: string;
                                fields: {
                                    [key: string]: unknown;
                                };
                                entryNo: number;
                                /** Format: date */
                                entryDay: string;
                                entry: {
                                    account: string;
                                    name: string;
                                    debit: string;
                                    credit: string;
                                }[];
                                attachments: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    type: "application/pdf" | "image/jpeg" | "image/png";
                                    bytes: number;
                                }[];
                                recordedAt: string;
                                voided: {
                                    reason: string;
                                    by: string;
                                    at: string;
                                    /** Format: date */
                                    day: string;
                                    entryNo: number;
                                } | null;
                            } | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    webhooks: {
        parameters: {
            query?: {
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            types: ("document.recorded" | "document.voided" | "draft.waiting" | "payment.received" | "month.closed" | "month.reopened" | "return.due" | "return.filed" | "bankStatement.uploaded" | "backup.failed" | "apiKey.newAddress")[];
                            paused: boolean;
                            pauseReason: string;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    types: ("document.recorded" | "document.voided" | "draft.waiting" | "payment.received" | "month.closed" | "month.reopened" | "return.due" | "return.filed" | "bankStatement.uploaded" | "backup.failed" | "apiKey.newAddress")[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            types: ("document.recorded" | "document.voided" | "draft.waiting" | "payment.received" | "month.closed" | "month.reopened" | "return.due" | "return.filed" | "bankStatement.uploaded" | "backup.failed" | "apiKey.newAddress")[];
                            paused: boolean;
                            pauseReason: string;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        };
                        secret: string;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    types: ("document.recorded" | "document.voided" | "draft.waiting" | "payment.received" | "month.closed" | "month.reopened" | "return.due" | "return.filed" | "bankStatement.uploaded" | "backup.failed" | "apiKey.newAddress")[];
                    paused: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            types: ("document.recorded" | "document.voided" | "draft.waiting" | "payment.received" | "month.closed" | "month.reopened" | "return.due" | "return.filed" | "bankStatement.uploaded" | "backup.failed" | "apiKey.newAddress")[];
                            paused: boolean;
                            pauseReason: string;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    changeWebhookSecret: {
        parameters: {
            query?: never;
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        deliveryId: string;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    webhookDeliveries: {
        parameters: {
            query?: {
                after?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            eventId: string;
                            type: string;
                            label: string | null;
                            at: string;
                            /** @enum {string} */
                            state: "delivered" | "waiting" | "failed";
                            nextTryAt: string | null;
                            attempts: {
                                at: string;
                                status: number | null;
                                tookMs: number;
                                error: string;
                                answer: string;
                            }[];
                        }[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header: {
                /** @description Use a new key for each request. A repeated call with the same key takes effect only once. */
                "Idempotency-Key": string;
            };
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        queued: true;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    report: {
        parameters: {
            query?: {
                period?: "this-month" | "last-month" | "this-quarter" | "last-quarter" | "year-to-date" | "last-year" | "this-year" | "twelve-months" | "today";
                asOf?: string;
                account?: string;
                from?: string;
                to?: string;
                compare?: string;
                columns?: "total" | "months" | "quarters" | "years";
                difference?: "yes";
                percent?: "yes";
                rows?: "accounts" | "grouped" | "groups" | "totals";
                zeros?: "yes";
                project?: "none" | string;
                department?: "none" | string;
                branch?: "none" | string;
                by?: "project" | "department" | "branch";
                method?: "indirect" | "direct";
                known?: string;
                after?: string;
            };
            header?: never;
            path: {
                report: "trial-balance" | "income-statement" | "balance-sheet" | "changes-in-equity" | "cash-flow" | "monthly" | "sales-by-customer" | "purchases-by-supplier" | "expenses-by-type" | "account-entries" | "receivable-ageing" | "payable-ageing" | "certificate-ageing" | "cheque-register" | "post-dated-cheques" | "bank-reconciliation" | "proof-of-cash" | "budget";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        title: string;
                        period: string;
                        columns: {
                            key: string;
                            title: string;
                            kind: string;
                        }[];
                        rows: {
                            cells: (string | null)[];
                            emphasis: string | null;
                        }[];
                        notes: string[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    reportFile: {
        parameters: {
            query?: {
                period?: "this-month" | "last-month" | "this-quarter" | "last-quarter" | "year-to-date" | "last-year" | "this-year" | "twelve-months" | "today";
                asOf?: string;
                account?: string;
                from?: string;
                to?: string;
                compare?: string;
                columns?: "total" | "months" | "quarters" | "years";
                difference?: "yes";
                percent?: "yes";
                rows?: "accounts" | "grouped" | "groups" | "totals";
                zeros?: "yes";
                project?: "none" | string;
                department?: "none" | string;
                branch?: "none" | string;
                by?: "project" | "department" | "branch";
                method?: "indirect" | "direct";
                known?: string;
                after?: string;
            };
            header?: never;
            path: {
                report: "trial-balance" | "income-statement" | "balance-sheet" | "changes-in-equity" | "cash-flow" | "monthly" | "sales-by-customer" | "purchases-by-supplier" | "expenses-by-type" | "account-entries" | "receivable-ageing" | "payable-ageing" | "certificate-ageing" | "cheque-register" | "post-dated-cheques" | "bank-reconciliation" | "proof-of-cash" | "budget";
                format: "xlsx" | "pdf" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    figure: {
        parameters: {
            query: {
                period?: "this-month" | "last-month" | "this-quarter" | "last-quarter" | "year-to-date" | "last-year" | "this-year" | "twelve-months" | "today";
                asOf?: string;
                account?: string;
                from?: string;
                to?: string;
                compare?: string;
                columns?: "total" | "months" | "quarters" | "years";
                difference?: "yes";
                percent?: "yes";
                rows?: "accounts" | "grouped" | "groups" | "totals";
                zeros?: "yes";
                project?: "none" | string;
                department?: "none" | string;
                branch?: "none" | string;
                by?: "project" | "department" | "branch";
                method?: "indirect" | "direct";
                known?: string;
                after?: string;
                row: string;
                nth?: string;
                column: string;
                part?: string;
                since?: string;
                offset?: string;
            };
            header?: never;
            path: {
                report: "trial-balance" | "income-statement" | "balance-sheet" | "changes-in-equity" | "cash-flow" | "monthly" | "sales-by-customer" | "purchases-by-supplier" | "expenses-by-type" | "account-entries" | "receivable-ageing" | "payable-ageing" | "certificate-ageing" | "cheque-register" | "post-dated-cheques" | "bank-reconciliation" | "proof-of-cash" | "budget";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        title: string;
                        period: string;
                        row: string;
                        column: string;
                        figure: string;
                        rule: string;
                        source: string | null;
                        isFormula: boolean;
                        parts: {
                            key: string;
                            words: string;
                            amount: string;
                            figure: {
                                row: string;
                                nth: number;
                                column: string;
                            } | null;
                        }[];
                        lines: {
                            day: string | null;
                            words: string;
                            amount: string;
                            documentId: string | null;
                            number: string | null;
                            recordedBy: string | null;
                            recordedAt: string | null;
                        }[];
                        count: number;
                        notCounted: string[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    journal: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path: {
                format: "ledger" | "hledger" | "beancount" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    generalLedger: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    documentArchive: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    taxReturns: {
        parameters: {
            query?: {
                year?: string;
                /** @description Return only these members of each record, separated by commas. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        returns: {
                            form: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date */
                            due: string;
                            state: string;
                            payable: string | null;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
    box: {
        parameters: {
            query: {
                column: "base" | "tax";
                part?: string;
                since?: string;
                offset?: string;
            };
            header?: never;
            path: {
                duty: "1701" | "2550Q" | "2551Q" | "0619-E" | "1601-EQ" | "1600-VT" | "0619-F" | "1601-FQ" | "1601-C" | "1702Q" | "1701Q" | "1702-RT" | "1701A";
                period: string;
                box: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        title: string;
                        period: string;
                        row: string;
                        column: string;
                        figure: string;
                        rule: string;
                        source: string | null;
                        isFormula: boolean;
                        parts: {
                            key: string;
                            words: string;
                            amount: string;
                            figure: {
                                row: string;
                                nth: number;
                                column: string;
                            } | null;
                        }[];
                        lines: {
                            day: string | null;
                            words: string;
                            amount: string;
                            documentId: string | null;
                            number: string | null;
                            recordedBy: string | null;
                            recordedAt: string | null;
                        }[];
                        count: number;
                        notCounted: string[];
                        next: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
            "5XX": components["responses"]["Problem"];
        };
    };
}
