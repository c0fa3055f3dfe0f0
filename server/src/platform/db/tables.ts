// The tables as Kysely sees them; a test compares this file with the migrated database, column by column.
import type { BookName } from '@talaan/ledger/looseleaf/book.ts'
import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'

type Timestamp = string
type Json<T = unknown> = ColumnType<T, string, string>

export type Tables = {
  company: {
    only_one: Generated<boolean>
    name: string
    tin9: string | null
    branch_code: Generated<string>
    address: Generated<string>
    vat_registered: Generated<boolean>
    top_agent_from: string | null
    withhold_at: Generated<'bill' | 'payment'>
    rdo_code: Generated<string>
    fiscal_year_end: Generated<number>
    permit_no: Generated<string>
    permit_day: string | null
  }
  users: {
    id: string
    client_id: string
    role: 'admin' | 'accountant' | 'user'
    password_hash: string
    seat: number | null
    first_login: Generated<boolean>
    notices: ColumnType<{ sentence: string; exceptSession?: string }[], string | undefined, string>
    created_at: Timestamp
    deleted_at: Timestamp | null
  }
  session: {
    id: string
    user_id: string
    logout_handle_hash: string
    binding_hash: string
    created_at: Timestamp
    active_at: Timestamp
    pinged_at: Timestamp
    online: Generated<boolean>
    closing_at: Timestamp | null
    ended_at: Timestamp | null
    end_reason: string | null
  }
  custom_token: { id: string; session_id: string; expires_at: Timestamp; used_at: Timestamp | null }
  signing_key: { id: string; purpose: 'id-token' | 'custom-token'; private_jwk: Json; created_at: Timestamp }
  limiter: { bucket: string; failures: number; window_start: Timestamp; blocked_until: Timestamp | null }
  backup: {
    id: GeneratedAlways<bigint>
    night: string | null
    asked_by: string | null
    asked_at: Timestamp
    begun_at: Timestamp | null
    ended_at: Timestamp | null
    file: string | null
    bytes: bigint | null
    entries: bigint | null
    head: string | null
    failure: string | null
    audit_position: bigint | null
    audit_hash: string | null
  }
  saved_view: { id: string; user_id: string; name: string; address: string; saved_at: Timestamp }
  bookmark: { id: string; user_id: string; card_id: string; created_at: Timestamp }
  inquiry: { id: string; user_id: string; fields: Json; created_at: Timestamp }
  audit: {
    seq: ColumnType<bigint, never, never>
    at: Timestamp
    actor_id: string | null
    actor_name: string
    role: string | null
    session_id: string | null
    address: Generated<string>
    action: string
    object_type: string | null
    object_id: string | null
    outcome: 'done' | 'refused'
    detail: ColumnType<unknown, string | undefined, never>
  }
  audit_seal: { position: bigint; seq: bigint; digest: string; hash: string }
  audit_head: { only_one: Generated<boolean>; last_position: bigint; last_hash: string }
  party: {
    id: string
    registration_id: string
    kind: 'individual' | 'non_individual'
    customer: boolean
    supplier: boolean
    tin9: string
    branch_code: string
    name: string
    search_name: string
    search_words: string
    vat_status: 'vat' | 'non_vat' | 'unknown'
    government: boolean
    email: string | null
    fields: Json
    registered_by: string
    registered_at: Timestamp
    removed_at: Timestamp | null
  }
  party_correction: {
    id: string
    party_id: string
    nth: number
    reason: string
    before: Json
    after: Json
    corrected_by: string
    corrected_at: Timestamp
  }
  account: {
    code: string
    name: string
    type: string
    normal: 'debit' | 'credit'
    control: boolean
    statement_line: string
    active: boolean
  }
  vat_rate: { valid_from: string; valid_to: string | null; rate: string; source: string }
  period: {
    month: string
    closed_at: Timestamp
    closed_by: string | null
    seal: string
    entries: bigint
    last_entry: bigint
    audit_position: bigint | null
    audit_hash: string | null
  }
  period_event: {
    id: GeneratedAlways<bigint>
    month: string
    act: 'closed' | 'reopened'
    reason: Generated<string>
    seal: string
    entries: bigint
    last_entry: bigint
    audit_position: bigint | null
    audit_hash: string | null
    checklist: ColumnType<unknown, string | undefined, never>
    acted_by: string
    acted_at: Timestamp
  }
  period_note: {
    id: GeneratedAlways<bigint>
    month: string
    item: string
    finding: string
    words: string
    noted_by: string
    noted_at: Timestamp
  }
  recurring_entry: {
    id: string
    no: GeneratedAlways<number>
    name: string
    kind: 'accrual' | 'prepayment' | 'standing'
    debit_account: string
    credit_account: string
    amount: bigint
    first_month: string
    last_month: string | null
    registered_by: string
    registered_at: Timestamp
  }
  asset: {
    id: string
    no: GeneratedAlways<number>
    name: string
    acquired_on: string
    cost: bigint
    salvage: bigint
    written_off: bigint
    life_months: number
    first_month: string
    accumulated_account: string
    expense_account: string
    last_month: string | null
    registered_by: string
    registered_at: Timestamp
  }
  asset_disposal: {
    no: GeneratedAlways<number>
    asset_id: string
    day: string
    reason: 'sold' | 'scrapped' | 'lost'
    invoice_id: string | null
    cost_account: string
    decided_by: string
    decided_at: Timestamp
  }
  budget_change: {
    id: string
    seq: GeneratedAlways<bigint>
    year_from: string
    changed_by: string
    changed_at: Timestamp
  }
  budget_amount: { change_id: string; account: string; month: string; amount: bigint }
  closing_rate: {
    id: GeneratedAlways<bigint>
    month: string
    currency: string
    rate: string
    source: string
    entered_by: string
    entered_at: Timestamp
  }
  standing_facts: { only_one: Generated<boolean>; version: string }
  ledger_head: { only_one: Generated<boolean>; last_entry: bigint; last_hash: string }
  number_series: { series: string; year: number; last: number }
  draft: {
    id: string
    user_id: string
    kind: string
    fields: Json
    reviewed: ColumnType<unknown, string | null | undefined, string | null>
    review_digest: string | null
    saved_at: Timestamp
  }
  document: {
    id: string
    draft_id: string
    kind: string
    series: string
    year: number
    serial: number
    number: string
    external_no: string | null
    day: string
    due_day: string | null
    party_id: string | null
    party_name: string | null
    party_tin: string | null
    memo: string
    total: bigint
    fields: Json
    receipt: Json
    digest: string
    search_text: string
    /** Made of search_text by the database. */
    search_words: GeneratedAlways<string>
    recorded_by: string
    recorded_at: Timestamp
    /** Which columns its seal covers. */
    seal_version: Generated<number>
  }
  entry: {
    no: bigint
    document_id: string
    journal: 'SJ' | 'PJ' | 'CRJ' | 'CDJ' | 'GJ'
    day: string
    memo: string
    reverses: bigint | null
    posted_by: string
    posted_at: Timestamp
    previous_hash: string
    hash: string
  }
  line: {
    entry_no: bigint
    position: number
    account: string
    day: string
    debit: bigint
    credit: bigint
    memo: Generated<string>
    party_id: string | null
    vat_class: string | null
    tax_base: bigint | null
    vat: bigint | null
    atc: string | null
    ewt_base: bigint | null
    ewt: bigint | null
    purchase_category: string | null
    ewt_rate: string | null
    currency: string | null
    currency_amount: bigint | null
  }
  document_void: { document_id: string; reversal: bigint; reason: string; voided_by: string; voided_at: Timestamp }
  open_item: {
    id: ColumnType<bigint, never, never>
    document_id: string
    settles: string
    party_id: string | null
    account: string
    day: string
    amount: bigint
  }
  item_balance: { document_id: string; account: string; party_id: string | null; opened: bigint; open: bigint }
  money_account: {
    code: string
    kind: 'cash' | 'petty_cash' | 'bank' | 'ewallet'
    bank: Generated<string>
    bank_account_no: Generated<string>
    currency: Generated<string>
    overdraft: Generated<bigint>
    custodian: Generated<string>
    float: Generated<bigint>
  }
  withholding_code: {
    code: string
    payee: 'individual' | 'non_individual'
    description: string
    rate: string
    tax: 'ewt' | 'vat' | 'percentage'
    valid_from: string
    valid_to: string | null
    source: string
    withheld_by: 'anyone' | 'top_agent' | 'government'
    paid_for: 'goods' | 'services' | 'either'
    likely: boolean
  }
  expense_type: {
    code: string
    name: string
    account: string
    vat_class: string
    category: string
    atc_individual: string | null
    atc_non_individual: string | null
    top_agent_only: Generated<boolean>
    position: number
    active: Generated<boolean>
  }
  cheque_book: {
    id: string
    account: string
    first_no: bigint
    last_no: bigint
    digits: number
    received_on: string
    registered_by: string
    registered_at: Timestamp
  }
  cheque: { document_id: string; account: string; no: string; payee: string; day: string; amount: bigint }
  cheque_event: {
    id: ColumnType<bigint, never, never>
    account: string
    no: string
    state: 'issued' | 'spoiled' | 'cancelled' | 'released' | 'cleared' | 'stale' | 'stopped' | 'returned'
    day: string
    reason: Generated<string>
    noted_by: string
    noted_at: Timestamp
    document_id: string | null
  }
  cheque_template: { account: string; layout: Json; changed_by: string; changed_at: Timestamp }
  cash_count: {
    id: string
    account: string
    day: string
    pieces: number[]
    counted: bigint
    custodian: string
    counted_by: string
    witness: string
    memo: string
    recorded_by: string
    recorded_at: Timestamp
  }
  fund_change: {
    document_id: string
    account: string
    custodian_before: string
    custodian_after: string
    float_before: bigint
    float_after: bigint
  }
  tax_profile: {
    only_one: Generated<boolean>
    taxpayer: Generated<'corporation' | 'individual'>
    income_tax: Generated<'regular' | 'small' | 'graduated' | 'eight_percent'>
    withholding_agent: Generated<boolean>
    withholds_vat: Generated<boolean>
    efps_group: Generated<'' | 'A' | 'B' | 'C' | 'D' | 'E'>
    classification: Generated<'' | 'micro' | 'small' | 'medium' | 'large'>
    zip_code: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    files_from: string | null
    uncollected_from: string | null
    minimum_tax_from: string | null
    last_name: Generated<string>
    first_name: Generated<string>
    middle_name: Generated<string>
    trade_name: Generated<string>
    remind_to: Generated<string>
    remind_days: Generated<number>
  }
  filing_rate: { name: string; valid_from: string; valid_to: string | null; value: string; source: string }
  form_revision: { form: string; valid_from: string; revision: string; layout: string; source: string }
  filing_deadline: {
    form: string
    efps_group: Generated<string>
    valid_from: string
    months_after: number | null
    day_of_month: number | null
    days_after: number | null
    source: string
  }
  non_working_day: { day: string; name: string; source: string }
  deadline_override: {
    form: string
    period: string
    due: string
    source: string
    noted_by: string
    noted_at: Timestamp
  }
  filing_entry: {
    id: ColumnType<bigint, never, never>
    form: string
    period: string
    box: string
    base: bigint
    tax: bigint
    reason: string
    entered_by: string
    entered_at: Timestamp
  }
  filing_prepared: { form: string; period: string; digest: string; prepared_by: string; prepared_at: Timestamp }
  filing: {
    id: string
    form: string
    period: string
    revision: string
    amendment: number
    filed_on: string
    reference: string
    last_entry: bigint
    content: Json
    digest: string
    filed_by: string
    filed_at: Timestamp
  }
  filing_file: { filing_id: string; name: string; sha256: string; content: Uint8Array }
  filing_reminder: { form: string; period: string; due: string; sent_at: Timestamp }
  import_batch: {
    id: string
    kind: string
    documents: Json
    begun_by: string
    begun_at: Timestamp
    counted: number | null
    control_total: bigint | null
    form: string | null
    closed_at: Timestamp | null
    difference: bigint | null
    missing: number | null
    explanation: string | null
  }
  certificate_issued: {
    id: string
    party_id: string
    quarter: string
    revision: number
    tax: bigint
    content: Json
    digest: string
    issued_by: string
    issued_at: Timestamp
  }
  certificate_handed: {
    certificate_id: string
    day: string
    note: Generated<string>
    noted_by: string
    noted_at: Timestamp
  }
  certificate_claim: { document_id: string; form: string; period: string; claimed_by: string; claimed_at: Timestamp }
  /** A view: suppliers whose newest certificate of a quarter is not what was withheld from them. */
  certificate_owed: { quarter: string | null; party_id: string | null; tax: bigint | null; issued: bigint | null }
  customs_entry: {
    document_id: string
    entry_no: string
    released: string
    imported: string
    country: string
    dutiable: bigint
    charges: bigint
    receipt_no: string
    paid: string
    entered_by: string
    entered_at: Timestamp
  }
  account_month: { account: string; month: string; debit: bigint; credit: bigint }
  account_day: { account: string; day: string; debit: bigint; credit: bigint }
  attachment_content: { sha256: string; content: Uint8Array }
  attachment: {
    id: string
    seq: ColumnType<bigint, never, never>
    draft_id: string
    document_id: string | null
    user_id: string
    name: string
    type: 'application/pdf' | 'image/jpeg' | 'image/png'
    bytes: number
    sha256: string
    attached_at: Timestamp
  }
  statement_profile: { account: string; version: number; mapping: Json; made_by: string; made_at: Timestamp }
  bank_statement: {
    id: string
    account: string
    sha256: string
    file_name: string
    format: 'csv' | 'xlsx' | 'ofx' | 'qif' | 'mt940' | 'camt053' | 'pdf'
    profile_version: number | null
    account_no: Generated<string>
    currency: Generated<string>
    from_day: string
    to_day: string
    opening: bigint | null
    closing: bigint | null
    lines: number
    findings: Json
    reason: Generated<string>
    uploaded_by: string
    uploaded_at: Timestamp
    removed_by: string | null
    removed_at: Timestamp | null
    removal_reason: string | null
  }
  bank_line: {
    id: string
    seq: ColumnType<bigint, never, never>
    account: string
    day: string
    value_day: string | null
    amount: bigint
    balance: bigint | null
    reference: string | null
    cheque_no: string | null
    description: string
    fingerprint: string
    position: number
    first_statement_id: string
  }
  bank_line_seen: {
    statement_id: string
    position: number
    line_id: string
    value_day: string | null
    balance: bigint | null
    reference: string | null
    cheque_no: string | null
    description: string
  }
  bank_start: { account: string; day: string; balance: bigint; set_by: string; set_at: Timestamp }
  bank_start_item: {
    id: string
    account: string
    day: string
    amount: bigint
    cheque_no: string | null
    reference: Generated<string>
    words: string
  }
  bank_rule: {
    id: string
    account: string
    fields: Json
    acting: Generated<boolean>
    changed_by: string | null
    changed_at: Timestamp
    retired_at: Timestamp | null
    stopped: string | null
    stopped_at: Timestamp | null
  }
  bank_match: {
    id: string
    account: string
    how: 'hand' | 'proposal' | 'rule'
    rule_id: string | null
    reasons: Json
    recorded: string | null
    matched_by: string
    matched_at: Timestamp
  }
  bank_match_part: {
    match_id: string
    position: number
    bank_line_id: string | null
    entry_no: bigint | null
    line_position: number | null
    start_item_id: string | null
  }
  bank_match_undo: { match_id: string; undone_by: string; undone_at: Timestamp }
  bank_matched: {
    match_id: string
    bank_line_id: string | null
    entry_no: bigint | null
    line_position: number | null
    start_item_id: string | null
  }
  bank_refusal: { bank_line_id: string; proposal: string; refused_by: string; refused_at: Timestamp }
  bank_line_mark: {
    id: ColumnType<bigint, never, never>
    bank_line_id: string
    mark: 'ask' | 'answered' | 'bank_error' | 'none'
    note: Generated<string>
    marked_by: string
    marked_at: Timestamp
  }
  bank_reconciliation: {
    id: string
    account: string
    month: string
    statement_balance: bigint
    book_balance: bigint
    book_pesos: bigint
    difference: bigint
    report: Json
    note: Generated<string>
    signed_by: string
    signed_at: Timestamp
  }
  bank_reconciliation_reopening: {
    reconciliation_id: string
    reason: string
    reopened_by: string
    reopened_at: Timestamp
  }
  bank_book_line: {
    entry_no: bigint | null
    position: number | null
    account: string | null
    day: string | null
    party_id: string | null
    memo: string | null
    amount: bigint | null
  }
  bank_account_month_unreconciled: {
    account: string | null
    name: string | null
    month: string | null
    state: 'open' | 'changed' | null
  }
  bank_question: {
    bank_line_id: string | null
    account: string | null
    day: string | null
    note: string | null
    marked_by: string | null
    marked_at: Timestamp | null
  }
  bank_month_signed: { account: string; month: string; reconciliation_id: string }
  book_layout: {
    id: ColumnType<bigint, never, never>
    valid_from: string
    layout: Json
    changed_by: string
    changed_at: Timestamp
  }
  book_job: {
    id: string
    kind: 'books' | 'pack'
    asked: Json
    state: 'running' | 'cancelling' | 'done' | 'cancelled' | 'failed'
    done: Generated<number>
    total: number
    doing: Generated<string>
    problem: string | null
    started_by: string
    started_at: Timestamp
    touched_at: Timestamp
    ended_at: Timestamp | null
  }
  book_file: {
    id: string
    job_id: string
    position: number
    name: string
    type: string
    bytes: bigint
    sha256: string
    kept_until: Timestamp | null
  }
  book_file_part: { file_id: string; position: number; content: Uint8Array }
  bound_book: {
    id: string
    book: BookName
    paper: 'a4' | 'folio'
    first_month: string
    last_month: string
    version: number
    first_page: number
    pages: number
    entries: bigint
    debit: bigint
    credit: bigint
    last_entry: bigint
    figures: string
    job_id: string
    bound_by: string
    bound_at: Timestamp
    /** Over all the above, the files and the pages; null in books that are older than it. */
    digest: string | null
  }
  bound_book_page: { bound_book_id: string; page: number; digest: string }
  bound_book_file: { bound_book_id: string; format: 'pdf' | 'xlsx' | 'csv' | 'txt'; file_id: string }
  outbox: {
    id: string
    topic: 'receipt' | 'inquiry' | 'test' | 'certificate' | 'chase' | 'reminder'
    document_id: string | null
    inquiry_id: string | null
    certificate_id: string | null
    party_id: string | null
    recipient: string
    reply_to: string | null
    subject: string
    body: string
    message_id: string
    created_at: Timestamp
    run_at: Timestamp
    attempts: Generated<number>
    locked_until: Timestamp | null
    last_error: string | null
    sent_at: Timestamp | null
    failed_at: Timestamp | null
  }
}

export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
