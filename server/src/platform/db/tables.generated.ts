// Generated from the migrated database by `npm run generate`; a test fails when it is stale.
import type { JsonText, Notices } from './json.ts'
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface Account {
  active: boolean;
  code: string;
  control: boolean;
  name: string;
  normal: "debit" | "credit";
  statement_line: string;
  type: string;
}

export interface AccountDay {
  account: string;
  credit: bigint;
  day: string;
  debit: bigint;
}

export interface AccountMonth {
  account: string;
  credit: bigint;
  debit: bigint;
  month: string;
}

export interface AddedNote {
  added_at: string;
  added_by: string;
  bank_statement_id: string | null;
  document_id: string | null;
  file_bytes: number | null;
  file_name: string | null;
  file_type: "application/pdf" | "image/jpeg" | "image/png" | null;
  id: string;
  party_id: string | null;
  return_duty: string | null;
  return_period: string | null;
  sha256: string | null;
  text: string;
}

export interface AddedNoteRemoval {
  note_id: string;
  reason: string;
  removed_at: string;
  removed_by: string;
}

export interface AnnualProfile {
  approved_on: string | null;
  auditor: string;
  business: string;
  chair: string;
  cost_method: "fifo" | "weighted" | "specific" | "standard";
  framework: "small" | "sme";
  only_one: Generated<boolean>;
  president: string;
  registered_on: string | null;
  sec_no: string;
  tax_cases: string;
  treasurer: string;
}

export interface ApiKey {
  created_at: string;
  created_by: string;
  expires_on: string;
  id: string;
  name: string;
  networks: Generated<string[]>;
  owner: string;
  revoked_at: string | null;
  revoked_by: string | null;
  scopes: string[];
  secret_hash: string;
  start: string;
}

export interface ApiKeyAddress {
  address: string;
  at: string;
  key_id: string;
}

export interface ApiKeyRecording {
  allowed_at: string;
  allowed_by: string;
  key_id: string;
  kind: string;
  up_to: bigint;
}

export interface ApiKeyUse {
  key_id: string;
  last_used_at: string;
  last_used_from: string;
}

export interface ApiRequest {
  at: string;
  digest: string;
  idempotency_key: string;
  key_id: string;
}

export interface ApprovalApprover {
  kind: string;
  user_id: string;
}

export interface ApprovalDecision {
  act: "approved" | "returned" | "withdrawn" | "changed";
  at: string;
  by_user: string;
  document_id: string | null;
  reason: Generated<string>;
  request_id: string;
}

export interface ApprovalRequest {
  day: string;
  digest: string;
  draft_id: string;
  id: string;
  kind: string;
  sent_at: string;
  sent_by: string;
  title: string;
  total: bigint;
}

export interface ApprovalRule {
  from_amount: bigint;
  kind: string;
  set_at: string;
  set_by: string;
}

export interface ApprovalWaiting {
  day: string | null;
  digest: string | null;
  draft_id: string | null;
  id: string | null;
  kind: string | null;
  sent_at: string | null;
  sent_by: string | null;
  title: string | null;
  total: bigint | null;
}

export interface Arrival {
  arrived_at: string;
  arrived_by: string | null;
  assigned_to: string | null;
  bank_line_id: string | null;
  came_by: Generated<"person" | "mail" | "folder">;
  dismissed_at: string | null;
  dismissed_by: string | null;
  dismissed_reason: Generated<string>;
  draft_id: string | null;
  file_bytes: number;
  file_name: string;
  file_type: "application/pdf" | "image/jpeg" | "image/png";
  id: string;
  later_until: string | null;
  note: Generated<string>;
  sha256: string;
}

export interface ArrivalMail {
  added_by: string | null;
  id: string;
  mailbox: string | null;
  message_id: string;
  moved_at: string | null;
  noted_at: string;
  reason: Generated<string>;
  sender: string;
  sender_name: string;
  sent_at: string | null;
  sha256: string | null;
  state: "taken" | "skipped" | "refused";
  subject: string;
  uid: bigint | null;
  uid_validity: bigint | null;
}

export interface ArrivalMailPart {
  arrival_id: string | null;
  file_name: string;
  mail_id: string;
  refusal: string | null;
  sha256: string;
}

export interface ArrivalPage {
  arrival_id: string;
  page: number;
  picture: Buffer;
}

export interface ArrivalReading {
  arrival_id: string;
  confidence: number | null;
  currency: string | null;
  day: string | null;
  fields: JsonText;
  id: Generated<bigint>;
  is_own: boolean;
  is_ready: boolean;
  kind: "invoice" | "receipt" | "certificate" | "statement" | "bankStatement" | "delivery" | "order" | "unknown";
  names_us: boolean;
  number: string | null;
  other_words: Generated<string[]>;
  pages: number;
  party_id: string | null;
  read_at: string;
  reason: Generated<string>;
  result: "read" | "poor" | "failed";
  rules_version: number;
  seller_name: string | null;
  seller_tin: string | null;
  source: "text" | "picture" | "none";
  text: Generated<string>;
  took_ms: number;
  total: bigint | null;
  words: Generated<JsonText>;
}

export interface ArrivalRearranged {
  arrival_id: string;
  is_source: boolean;
  place: number;
  rearrangement_id: string;
}

export interface ArrivalRearrangement {
  how: "split" | "merge";
  id: string;
  made_at: string;
  made_by: string;
  undone_at: string | null;
  undone_by: string | null;
}

export interface ArrivalSender {
  added_at: string;
  added_by: string;
  address: string;
}

export interface ArrivalThumbnail {
  arrival_id: string;
  picture: Buffer;
}

export interface Asset {
  accumulated_account: string;
  acquired_on: string;
  cost: bigint;
  expense_account: string;
  first_month: string;
  id: string;
  last_month: string | null;
  life_months: number;
  name: string;
  no: Generated<number>;
  registered_at: string;
  registered_by: string;
  salvage: bigint;
  written_off: bigint;
}

export interface AssetDisposal {
  asset_id: string;
  cost_account: string;
  day: string;
  decided_at: string;
  decided_by: string;
  invoice_id: string | null;
  no: Generated<number>;
  reason: "sold" | "scrapped" | "lost";
}

export interface Attachment {
  attached_at: string;
  bytes: number;
  document_id: string | null;
  draft_id: string;
  id: string;
  name: string;
  seq: Generated<bigint>;
  sha256: string;
  type: "application/pdf" | "image/jpeg" | "image/png";
  user_id: string;
}

export interface AttachmentContent {
  content: Buffer;
  sha256: string;
}

export interface Audit {
  action: string;
  actor_id: string | null;
  actor_name: string;
  address: Generated<string>;
  at: string;
  detail: Generated<JsonText>;
  object_id: string | null;
  object_type: string | null;
  outcome: "done" | "refused";
  role: string | null;
  seq: Generated<bigint>;
  session_id: string | null;
}

export interface AuditHead {
  last_hash: string;
  last_position: bigint;
  only_one: Generated<boolean>;
}

export interface AuditSeal {
  digest: string;
  hash: string;
  position: bigint;
  seq: bigint;
}

export interface Backup {
  asked_at: string;
  asked_by: string | null;
  audit_hash: string | null;
  audit_position: bigint | null;
  begun_at: string | null;
  bytes: bigint | null;
  ended_at: string | null;
  entries: bigint | null;
  failure: string | null;
  file: string | null;
  head: string | null;
  id: Generated<bigint>;
  night: string | null;
  unsound: string | null;
}

export interface BankAccountMonthUnreconciled {
  account: string | null;
  month: string | null;
  name: string | null;
  state: string | null;
}

export interface BankAdjustment {
  counter: string | null;
  document_id: string;
  type: string;
}

export interface BankBookLine {
  account: string | null;
  amount: bigint | null;
  day: string | null;
  entry_no: bigint | null;
  memo: string | null;
  party_id: string | null;
  position: number | null;
}

export interface BankLine {
  account: string;
  amount: bigint;
  balance: bigint | null;
  cheque_no: string | null;
  day: string;
  description: string;
  fingerprint: string;
  first_statement_id: string;
  id: string;
  position: number;
  reference: string | null;
  seq: Generated<bigint>;
  value_day: string | null;
}

export interface BankLineMark {
  bank_line_id: string;
  id: Generated<bigint>;
  mark: "ask" | "answered" | "bank_error" | "none";
  marked_at: string;
  marked_by: string;
  note: Generated<string>;
}

export interface BankLineSeen {
  balance: bigint | null;
  cheque_no: string | null;
  description: string;
  line_id: string;
  position: number;
  reference: string | null;
  statement_id: string;
  value_day: string | null;
}

export interface BankMatch {
  account: string;
  how: "hand" | "proposal" | "rule";
  id: string;
  matched_at: string;
  matched_by: string;
  reasons: JsonText;
  recorded: string | null;
  rule_id: string | null;
}

export interface BankMatched {
  bank_line_id: string | null;
  entry_no: bigint | null;
  line_position: number | null;
  match_id: string;
  start_item_id: string | null;
}

export interface BankMatchPart {
  bank_line_id: string | null;
  entry_no: bigint | null;
  line_position: number | null;
  match_id: string;
  position: number;
  start_item_id: string | null;
}

export interface BankMatchRecorded {
  document_id: string;
  match_id: string;
}

export interface BankMatchUndo {
  match_id: string;
  undone_at: string;
  undone_by: string;
}

export interface BankMonthSigned {
  account: string;
  month: string;
  reconciliation_id: string;
}

export interface BankQuestion {
  account: string | null;
  bank_line_id: string | null;
  day: string | null;
  marked_at: string | null;
  marked_by: string | null;
  note: string | null;
  question_id: string | null;
}

export interface BankReconciliation {
  account: string;
  book_balance: bigint;
  book_pesos: bigint;
  difference: bigint;
  id: string;
  month: string;
  note: Generated<string>;
  report: JsonText;
  signed_at: string;
  signed_by: string;
  statement_balance: bigint;
}

export interface BankReconciliationReopening {
  reason: string;
  reconciliation_id: string;
  reopened_at: string;
  reopened_by: string;
}

export interface BankRefusal {
  bank_line_id: string;
  proposal: string;
  refused_at: string;
  refused_by: string;
}

export interface BankRule {
  account: string;
  acting: Generated<boolean>;
  changed_at: string;
  changed_by: string | null;
  fields: JsonText;
  id: string;
  retired_at: string | null;
  stopped: string | null;
  stopped_at: string | null;
}

export interface BankStart {
  account: string;
  balance: bigint;
  day: string;
  set_at: string;
  set_by: string;
}

export interface BankStartItem {
  account: string;
  amount: bigint;
  cheque_no: string | null;
  day: string;
  id: string;
  reference: Generated<string>;
  words: string;
}

export interface BankStatement {
  account: string;
  account_no: Generated<string>;
  closing: bigint | null;
  currency: Generated<string>;
  file_name: string;
  findings: JsonText;
  format: "csv" | "xlsx" | "ofx" | "qif" | "mt940" | "camt053" | "pdf";
  from_day: string;
  id: string;
  lines: number;
  opening: bigint | null;
  profile_version: number | null;
  reason: Generated<string>;
  removal_reason: string | null;
  removed_at: string | null;
  removed_by: string | null;
  sha256: string;
  to_day: string;
  uploaded_at: string;
  uploaded_by: string;
}

export interface BookFile {
  bytes: bigint;
  id: string;
  job_id: string;
  kept_until: string | null;
  name: string;
  position: number;
  sha256: string;
  type: string;
}

export interface BookFilePart {
  content: Buffer;
  file_id: string;
  position: number;
}

export interface BookLayout {
  changed_at: string;
  changed_by: string;
  id: Generated<bigint>;
  layout: JsonText;
  valid_from: string;
}

export interface Bookmark {
  card_id: string;
  created_at: string;
  id: string;
  user_id: string;
}

export interface BoundBook {
  book: "general-journal" | "general-ledger" | "cash-receipts" | "cash-disbursements" | "sales" | "purchases";
  bound_at: string;
  bound_by: string;
  credit: bigint;
  debit: bigint;
  digest: string | null;
  entries: bigint;
  figures: string;
  first_month: string;
  first_page: number;
  id: string;
  job_id: string;
  last_entry: bigint;
  last_month: string;
  pages: number;
  paper: "a4" | "folio";
  version: number;
}

export interface BoundBookFile {
  bound_book_id: string;
  file_id: string;
  format: "pdf" | "xlsx" | "csv" | "txt";
}

export interface BoundBookPage {
  bound_book_id: string;
  digest: string;
  page: number;
}

export interface BudgetAmount {
  account: string;
  amount: bigint;
  change_id: string;
  month: string;
}

export interface BudgetChange {
  changed_at: string;
  changed_by: string;
  id: string;
  seq: Generated<bigint>;
  year_from: string;
}

export interface CashCount {
  account: string;
  counted: bigint;
  counted_by: string;
  custodian: string;
  day: string;
  id: string;
  memo: string;
  pieces: number[];
  recorded_at: string;
  recorded_by: string;
  witness: string;
}

export interface CertificateClaim {
  claimed_at: string;
  claimed_by: string;
  document_id: string;
  form: string;
  period: string;
}

export interface CertificateHanded {
  certificate_id: string;
  day: string;
  note: Generated<string>;
  noted_at: string;
  noted_by: string;
}

export interface CertificateIssued {
  content: JsonText;
  digest: string;
  form: Generated<"2307" | "2306">;
  id: string;
  issued_at: string;
  issued_by: string;
  party_id: string;
  quarter: string;
  revision: number;
  tax: bigint;
}

export interface CertificateOwed {
  issued: bigint | null;
  party_id: string | null;
  quarter: string | null;
  tax: bigint | null;
}

export interface Cheque {
  account: string;
  amount: bigint;
  day: string;
  document_id: string;
  no: string;
  payee: string;
}

export interface ChequeBook {
  account: string;
  digits: number;
  first_no: bigint;
  id: string;
  last_no: bigint;
  received_on: string;
  registered_at: string;
  registered_by: string;
}

export interface ChequeEvent {
  account: string;
  day: string;
  document_id: string | null;
  id: Generated<bigint>;
  no: string;
  noted_at: string;
  noted_by: string;
  reason: Generated<string>;
  state: "issued" | "spoiled" | "cancelled" | "released" | "cleared" | "stale" | "stopped" | "returned";
}

export interface ChequeTemplate {
  account: string;
  changed_at: string;
  changed_by: string;
  layout: JsonText;
}

export interface ClosingRate {
  currency: string;
  entered_at: string;
  entered_by: string;
  id: Generated<bigint>;
  month: string;
  rate: string;
  source: string;
}

export interface Company {
  address: Generated<string>;
  approved_by: Generated<string>;
  branch_code: Generated<string>;
  checked_by: Generated<string>;
  first_invoice_no: Generated<string>;
  fiscal_year_end: Generated<number>;
  name: string;
  only_one: Generated<boolean>;
  permit_day: string | null;
  permit_no: Generated<string>;
  prepared_by: Generated<string>;
  rdo_code: Generated<string>;
  tin9: string | null;
}

export interface CompletenessProof {
  digest: string;
  month: string;
  procedures: JsonText;
  signed_at: string;
  signed_by: string;
  version: number;
}

export interface CustomDuty {
  day_of_month: number;
  ended_on: string | null;
  entered_at: string;
  entered_by: string;
  every: "month" | "quarter" | "year";
  id: string;
  month: number;
  name: string;
  note: string;
  seq: Generated<bigint>;
  valid_from: string;
}

export interface CustomDutyDone {
  done_at: string;
  done_by: string;
  done_on: string;
  due: string;
  duty_id: string;
  reference: string;
}

export interface CustomerMessage {
  batch_id: string | null;
  content: JsonText | null;
  document_id: string | null;
  id: string;
  kind: "statement" | "reminder" | "document";
  party_id: string;
  sent_by: string | null;
  step: number | null;
}

export interface CustomsEntry {
  charges: bigint;
  country: string;
  document_id: string;
  dutiable: bigint;
  entered_at: string;
  entered_by: string;
  entry_no: string;
  imported: string;
  paid: string;
  receipt_no: string;
  released: string;
}

export interface CustomToken {
  expires_at: string;
  id: string;
  session_id: string;
  used_at: string | null;
}

export interface DeadlineOverride {
  due: string;
  form: string;
  noted_at: string;
  noted_by: string;
  period: string;
  source: string;
}

export interface Document {
  day: string;
  digest: string;
  draft_id: string;
  due_day: string | null;
  external_no: string | null;
  fields: JsonText;
  id: string;
  kind: string;
  memo: string;
  number: string;
  party_id: string | null;
  party_name: string | null;
  party_tin: string | null;
  receipt: JsonText;
  recorded_at: string;
  recorded_by: string;
  seal_version: Generated<number>;
  search_text: string;
  search_words: Generated<string>;
  serial: number;
  series: string;
  total: bigint;
  year: number;
}

export interface DocumentDetail {
  document_id: string;
  party_address: string;
  receipt_no: Generated<string>;
  receipt_to: string;
  terms: string;
}

export interface DocumentLink {
  document_id: string;
  linked_id: string;
  relation: "credit_of" | "debit_of" | "reversal_of" | "accounts_for" | "unapplies";
}

export interface DocumentTag {
  document_id: string;
  kind: string;
  tag_id: string;
  tagged_at: string;
  tagged_by: string;
}

export interface DocumentTemplate {
  fields: JsonText;
  from_document: string | null;
  id: string;
  kind: string;
  name: string;
  party_id: string | null;
  removed_at: string | null;
  saved_at: string;
  saved_by: string;
  tags: JsonText | null;
  total: bigint | null;
  typed: JsonText | null;
}

export interface DocumentVoid {
  document_id: string;
  reason: string;
  reversal: bigint;
  voided_at: string;
  voided_by: string;
}

export interface Draft {
  fields: JsonText;
  id: string;
  kind: string;
  prepared_by: string | null;
  review_digest: string | null;
  reviewed: JsonText | null;
  saved_at: string;
  user_id: string;
}

export interface Employee {
  address: string;
  birth_date: string | null;
  days_of_year: string;
  first_name: string;
  hired_on: string;
  last_name: string;
  middle_name: string;
  minimum_wage: boolean;
  minimum_wage_until: string | null;
  nationality: string;
  no: string;
  pagibig_no: string;
  philhealth_no: string;
  separated_on: string | null;
  separation: "" | "T" | "TR" | "R" | "D";
  sss_no: string;
  status: "R" | "C" | "CP" | "S" | "P" | "AL";
  tin: string;
  wage_per_day: bigint;
  zip: string;
}

export interface EnterPath {
  fields: JsonText;
  form: string;
  saved_at: string;
  user_id: string;
}

export interface Entry {
  day: string;
  document_id: string;
  hash: string;
  journal: "SJ" | "PJ" | "CRJ" | "CDJ" | "GJ";
  memo: string;
  no: bigint;
  posted_at: string;
  posted_by: string;
  previous_hash: string;
  reverses: bigint | null;
}

export interface Event {
  at: string;
  id: Generated<string>;
  kind: string | null;
  label: string | null;
  object_id: string;
  seq: Generated<bigint>;
  type: string;
}

export interface ExcessUse {
  chosen_at: string;
  chosen_by: string;
  form: "2550Q" | "1601-EQ" | "1702-RT" | "1701" | "1701A";
  id: Generated<bigint>;
  period: string;
  use: "carried" | "refund" | "tcc";
}

export interface ExpenseType {
  account: string;
  active: Generated<boolean>;
  atc_individual: string | null;
  atc_non_individual: string | null;
  category: "goods" | "services" | "capital_goods" | "importation" | "not_creditable";
  code: string;
  name: string;
  position: number;
  top_agent_only: Generated<boolean>;
  vat_class: "vatable" | "zero_rated" | "exempt" | "not_subject";
}

export interface FileText {
  read_at: string;
  sha256: string;
  text: string;
}

export interface Filing {
  amendment: number;
  content: JsonText;
  digest: string;
  filed_at: string;
  filed_by: string;
  filed_on: string;
  form: string;
  id: string;
  last_entry: bigint;
  period: string;
  reference: string;
  revision: string;
}

export interface FilingDeadline {
  day_of_month: number | null;
  days_after: number | null;
  december_day: number | null;
  efps_group: Generated<"" | "A" | "B" | "C" | "D" | "E">;
  form: string;
  months_after: number | null;
  source: string;
  valid_from: string;
}

export interface FilingEntry {
  base: bigint;
  box: string;
  entered_at: string;
  entered_by: string;
  form: string;
  id: Generated<bigint>;
  period: string;
  reason: string;
  tax: bigint;
}

export interface FilingFile {
  content: Buffer;
  filing_id: string;
  name: string;
  sha256: string;
}

export interface FilingPrepared {
  digest: string;
  form: string;
  period: string;
  prepared_at: string;
  prepared_by: string;
}

export interface FilingRate {
  name: string;
  source: string;
  valid_from: string;
  valid_to: string | null;
  value: string;
}

export interface FilingReminder {
  due: string;
  form: string;
  period: string;
  sent_at: string;
}

export interface FormRevision {
  form: string;
  layout: string;
  revision: string;
  source: string;
  valid_from: string;
}

export interface FundAct {
  act: "establish" | "count" | "replenish" | "increase" | "close";
  counted_by: string;
  custodian: string;
  document_id: string;
  fund: string;
  pieces: number[] | null;
  witness: string;
}

export interface FundChange {
  account: string;
  custodian_after: string;
  custodian_before: string;
  document_id: string;
  float_after: bigint;
  float_before: bigint;
}

export interface FundTransfer {
  document_id: string;
  from_account: string;
  to_account: string;
}

export interface ImportBatch {
  begun_at: string;
  begun_by: string;
  closed_at: string | null;
  control_total: bigint | null;
  counted: number | null;
  difference: bigint | null;
  documents: JsonText;
  draft_ids: Generated<string[]>;
  explanation: string | null;
  form: string | null;
  id: string;
  kind: string;
  missing: number | null;
}

export interface Inquiry {
  created_at: string;
  fields: JsonText;
  id: string;
  user_id: string;
}

export interface InventoryCount {
  entered_at: string;
  entered_by: string;
  id: string;
  lines: number;
  method: "fifo" | "weighted" | "specific" | "standard";
  seq: Generated<bigint>;
  total: bigint;
  year_end: string;
}

export interface InventoryLine {
  class: "merchandise" | "raw" | "process" | "finished";
  code: string;
  count_id: string;
  description: string;
  holding: "O" | "CH" | "CO" | "P";
  location: string;
  position: number;
  quantity: string;
  remarks: string;
  total: bigint;
  unit: string;
  unit_price: string;
  weight: string;
}

export interface ItemBalance {
  account: string;
  document_id: string;
  open: bigint;
  opened: bigint;
  party_id: string | null;
}

export interface Job {
  attempts: Generated<number>;
  created_at: string;
  doing: Generated<string>;
  done: Generated<number>;
  ended_at: string | null;
  id: string;
  key: string | null;
  last_error: string | null;
  locked_by: string | null;
  locked_until: string | null;
  name: string;
  payload: Generated<JsonText>;
  requested_by: string | null;
  run_at: string;
  state: Generated<"queued" | "running" | "cancelling" | "done" | "cancelled" | "failed">;
  total: number | null;
}

export interface Launch {
  about: string | null;
  code_hash: string;
  draft_id: string;
  ended_at: string | null;
  exchanged_at: string | null;
  form: string;
  id: string;
  key_id: string | null;
  opened_at: string;
  outcome: "prepared" | "cancelled" | "replaced" | "reused" | null;
  party_id: string | null;
  reviews: boolean;
  session_id: string;
  token_hash: string | null;
  token_start: string | null;
  user_id: string;
}

export interface LedgerHead {
  last_entry: bigint;
  last_hash: string;
  last_posted_at: string | null;
  only_one: Generated<boolean>;
}

export interface Limiter {
  blocked_until: string | null;
  bucket: string;
  failures: number;
  window_start: string;
}

export interface Line {
  account: string;
  atc: string | null;
  credit: bigint;
  currency: string | null;
  currency_amount: bigint | null;
  day: string;
  debit: bigint;
  entry_no: bigint;
  ewt: bigint | null;
  ewt_base: bigint | null;
  ewt_rate: string | null;
  memo: Generated<string>;
  party_id: string | null;
  position: number;
  purchase_category: "goods" | "services" | "capital_goods" | "importation" | "not_creditable" | null;
  tax_base: bigint | null;
  vat: bigint | null;
  vat_class: "vatable" | "zero_rated" | "exempt" | "not_subject" | "govt_vatable" | null;
}

export interface ListSetting {
  columns: JsonText;
  is_split: boolean;
  list: string;
  saved_at: string;
  user_id: string;
}

export interface MailboxPosition {
  mailbox: string;
  read_at: string;
  uid: bigint;
  uid_validity: bigint;
}

export interface MailReturn {
  noted_at: string;
  outbox_id: string;
  reason: string;
  report_id: string;
}

export interface MoneyAccount {
  bank: Generated<string>;
  bank_account_no: Generated<string>;
  code: string;
  currency: Generated<string>;
  custodian: Generated<string>;
  float: Generated<bigint>;
  kind: "cash" | "petty_cash" | "bank" | "ewallet";
  over_limit: Generated<string>;
  overdraft: Generated<bigint>;
}

export interface NonWorkingDay {
  day: string;
  name: string;
  source: string;
}

export interface NotedTable {
  key: string[];
  name: string;
  without: Generated<string[]>;
}

export interface Notification {
  at: string;
  detail: string;
  digested_at: string | null;
  document: string | null;
  id: string;
  in_digest: boolean;
  key: string;
  kind: string;
  listed: boolean;
  read_at: string | null;
  ref: string;
  title: string;
  user_id: string;
}

export interface NotificationAddress {
  address: string;
  user_id: string;
}

export interface NotificationSetting {
  kind: string;
  listed: boolean;
  mail: "none" | "now" | "daily";
  user_id: string;
}

export interface NumberSeries {
  last: number;
  series: string;
  year: number;
}

export interface OpenItem {
  account: string;
  amount: bigint;
  day: string;
  document_id: string;
  id: Generated<bigint>;
  party_id: string | null;
  settles: string;
}

export interface OtherDuties {
  annual_meeting: string;
  e_invoicing: boolean;
  inventory: boolean;
  local_tax: boolean;
  only_one: Generated<boolean>;
  permit: boolean;
  renewals: boolean;
  sales_system: "none" | "loose_leaf" | "cas";
  sec: boolean;
  stamp_tax: boolean;
  system_permit: string;
}

export interface Outbox {
  body: string;
  certificate_id: string | null;
  created_at: string;
  document_id: string | null;
  id: string;
  inquiry_id: string | null;
  message_id: string;
  party_id: string | null;
  recipient: string;
  reply_to: string | null;
  report_run_id: string | null;
  subject: string;
  topic: string;
}

export interface Party {
  branch_code: string;
  country: string | null;
  customer: boolean;
  email: string | null;
  fields: JsonText;
  foreign_tax_no: string | null;
  government: boolean;
  id: string;
  kind: "individual" | "non_individual";
  merged_into: string | null;
  merged_tax_from: string | null;
  name: string;
  no_tin: "foreign" | "individual" | "various" | null;
  registered_at: string;
  registered_by: string | null;
  registration_id: string;
  removed_at: string | null;
  search_name: string;
  search_words: string;
  supplier: boolean;
  tin9: string | null;
  vat_status: "vat" | "non_vat" | "unknown";
}

export interface PartyBankAccount {
  account_id: string;
  account_name: string;
  active: boolean;
  bank: string;
  changed_at: string;
  changed_by: string;
  currency: string;
  digits: Generated<string>;
  id: string;
  nth: number;
  number: string;
  party_id: string;
  reason: string;
}

export interface PartyBankAccountNow {
  account_id: string | null;
  account_name: string | null;
  active: boolean | null;
  bank: string | null;
  changed_at: string | null;
  changed_by: string | null;
  currency: string | null;
  digits: string | null;
  id: string | null;
  nth: number | null;
  number: string | null;
  party_id: string | null;
  reason: string | null;
}

export interface PartyCorrection {
  after: JsonText;
  before: JsonText;
  corrected_at: string;
  corrected_by: string;
  id: string;
  nth: number;
  party_id: string;
  reason: string;
}

export interface PartyMerge {
  done_at: string;
  done_by: string;
  id: string;
  into_id: string | null;
  nth: number;
  party_id: string;
  reason: string;
  tax_from: string | null;
}

export interface PayrollLine {
  allowances: bigint;
  basic: bigint;
  de_minimis: bigint;
  deductions: bigint;
  document_id: string;
  employee: string;
  exempt_allowances: bigint;
  hazard: bigint;
  holiday: bigint;
  night: bigint;
  overtime: bigint;
  pagibig: bigint;
  pagibig_employer: bigint;
  philhealth: bigint;
  philhealth_employer: bigint;
  sss: bigint;
  sss_employer: bigint;
  tax: bigint;
  thirteenth: bigint;
  union_dues: bigint;
}

export interface Period {
  audit_hash: string | null;
  audit_position: bigint | null;
  closed_at: string;
  closed_by: string | null;
  entries: bigint;
  last_entry: bigint;
  month: string;
  seal: string;
}

export interface PeriodEvent {
  act: "closed" | "reopened";
  acted_at: string;
  acted_by: string;
  audit_hash: string | null;
  audit_position: bigint | null;
  checklist: Generated<JsonText>;
  entries: bigint;
  id: Generated<bigint>;
  last_entry: bigint;
  month: string;
  reason: Generated<string>;
  seal: string;
}

export interface PeriodNote {
  finding: string;
  id: Generated<bigint>;
  item: string;
  month: string;
  noted_at: string;
  noted_by: string;
  words: string;
}

export interface PreviousEmployer {
  address: string;
  contributions: bigint;
  de_minimis: bigint;
  employee: string;
  name: string;
  other_exempt: bigint;
  taxable_basic: bigint;
  taxable_other: bigint;
  taxable_thirteenth: bigint;
  thirteenth: bigint;
  tin: string;
  withheld: bigint;
  year: number;
  zip: string;
}

export interface ProjectionWeek {
  day: string;
  high: bigint;
  likely: bigint;
  low: bigint;
  made_on: string;
}

export interface Question {
  asked_at: string;
  asked_by: string;
  bank_line_id: string | null;
  document_id: string | null;
  due: string;
  id: string;
  line_position: number | null;
  month: string | null;
  return_box: string | null;
  return_duty: string | null;
  return_period: string | null;
  words: string;
}

export interface QuestionEvent {
  act: "asked" | "answered" | "accepted" | "withdrawn";
  at: string;
  by_user: string | null;
  file_bytes: number | null;
  file_name: string | null;
  file_type: "application/pdf" | "image/jpeg" | "image/png" | null;
  id: Generated<bigint>;
  question_id: string;
  sha256: string | null;
  to_email: string | null;
  to_name: string | null;
  to_user: string | null;
  words: Generated<string>;
}

export interface QuestionLink {
  event_id: bigint;
  expires_at: string;
  id: string;
  made_at: string;
  made_by: string;
  pin_hash: string | null;
  seq: Generated<bigint>;
}

export interface QuestionNow {
  asked_again_at: string | null;
  asked_at: string | null;
  asked_by: string | null;
  bank_line_id: string | null;
  document_id: string | null;
  due: string | null;
  event_id: bigint | null;
  id: string | null;
  last_act: string | null;
  last_at: string | null;
  last_by: string | null;
  line_position: number | null;
  month: string | null;
  return_box: string | null;
  return_duty: string | null;
  return_period: string | null;
  state: string | null;
  to_email: string | null;
  to_name: string | null;
  to_user: string | null;
  words: string | null;
}

export interface RecoveryTest {
  failure: string | null;
  id: Generated<bigint>;
  milliseconds: bigint;
  moment: string | null;
  tested_at: string;
}

export interface RecurringEntry {
  first_month: string;
  id: string;
  kind: "accrual" | "prepayment" | "standing";
  last_month: string | null;
  name: string;
  no: Generated<number>;
  party_id: string | null;
  registered_at: string;
  registered_by: string;
}

export interface RecurringLine {
  account: string;
  credit: bigint;
  debit: bigint;
  entry_id: string;
  memo: Generated<string>;
  position: number;
}

export interface RecurringOccurrence {
  automatic: "pending" | "recorded" | "refused" | null;
  day: string;
  draft_id: string | null;
  made_at: string;
  made_by: string | null;
  problem: Generated<string>;
  proposed: JsonText | null;
  state: "made" | "skipped";
  template_id: string;
}

export interface RecurringRule {
  automatic_by: string | null;
  automatic_limit: bigint | null;
  begins: string;
  days_ahead: Generated<number>;
  ends: string | null;
  every: number;
  number: Generated<string>;
  owner: string;
  paused: Generated<boolean>;
  place: "date" | "last" | "firstWorking" | "lastWorking";
  set_at: string;
  template_id: string;
  times: number | null;
  unit: "day" | "week" | "month" | "quarter" | "year";
}

export interface Registration {
  entered_at: string | null;
  entered_by: string | null;
  id: Generated<bigint>;
  kind: "vat" | "income_tax" | "deduction" | "mixed_income" | "withhold_at" | "top_agent";
  source: string;
  valid_from: string;
  value: string;
}

export interface ReminderOptOut {
  chosen_at: string;
  chosen_by: string;
  party_id: string;
}

export interface ReminderSettings {
  active: boolean;
  body: string;
  changed_at: string;
  changed_by: string;
  only_one: Generated<boolean>;
  since: string;
  steps: number[];
  subject: string;
}

export interface ReportRun {
  content: Buffer | null;
  error: string | null;
  file_name: string | null;
  file_type: string | null;
  id: string;
  made_at: string;
  period: string;
  schedule_id: string;
}

export interface ReportSchedule {
  address: string;
  created_at: string;
  created_by: string;
  ended_at: string | null;
  every: "week" | "close";
  format: "xlsx" | "pdf";
  id: string;
  name: string;
  recipients: string[];
}

export interface ReportStar {
  report: string;
  starred_at: string;
  user_id: string;
}

export interface SafetyProblem {
  failure: string;
  name: "log" | "mirror";
  since: string;
}

export interface SavedView {
  address: string;
  id: string;
  name: string;
  saved_at: string;
  shared: Generated<boolean>;
  user_id: string;
}

export interface Session {
  active_at: string;
  binding_hash: string;
  closing_at: string | null;
  created_at: string;
  end_reason: string | null;
  ended_at: string | null;
  id: string;
  logout_handle_hash: string;
  online: Generated<boolean>;
  pinged_at: string;
  user_id: string;
}

export interface SetupStep {
  done_at: string;
  done_by: string;
  step: string;
}

export interface SigningKey {
  created_at: string;
  id: string;
  private_jwk: JsonText;
  purpose: "id-token" | "custom-token" | "sales-export" | "trust-report" | "question-link";
}

export interface StandingFacts {
  only_one: Generated<boolean>;
  version: string;
}

export interface StatementProfile {
  account: string;
  made_at: string;
  made_by: string;
  mapping: JsonText;
  version: number;
}

export interface StoredToday {
  bytes: bigint;
  day: string;
  user_id: string;
}

export interface Tag {
  active: boolean;
  id: string;
  kind: "project" | "department" | "branch";
  name: string;
}

export interface TaskClaim {
  claimed_at: string;
  kind: string;
  user_id: string;
}

export interface TaskSnooze {
  amount: bigint | null;
  count: number;
  kind: string;
  oldest: string | null;
  snoozed_at: string;
  until: string;
  user_id: string;
}

export interface TaxCertificate {
  account: string;
  act: "received" | "written_off";
  document_id: string;
  from_day: string | null;
  to_day: string | null;
}

export interface TaxProfile {
  classification: Generated<"" | "micro" | "small" | "medium" | "large">;
  efps_group: Generated<"" | "A" | "B" | "C" | "D" | "E">;
  email: Generated<string>;
  files_from: string | null;
  first_name: Generated<string>;
  gives_statutory_discounts: Generated<boolean>;
  last_name: Generated<string>;
  middle_name: Generated<string>;
  minimum_tax_from: string | null;
  only_one: Generated<boolean>;
  phone: Generated<string>;
  remind_days: Generated<number>;
  remind_to: Generated<string>;
  taxpayer: Generated<"corporation" | "individual">;
  trade_name: Generated<string>;
  uncollected_from: string | null;
  unpaid_from: string | null;
  withholding_agent: Generated<boolean>;
  withholds_final_tax: Generated<boolean>;
  withholds_vat: Generated<boolean>;
  zip_code: Generated<string>;
}

export interface TrustResult {
  check_name: string;
  milliseconds: number;
  position: number;
  problems: string[];
  run_id: bigint;
  verdict: "holds" | "unknown" | "broken";
}

export interface TrustRun {
  ended_at: string;
  entries: bigint;
  events: bigint;
  events_head: string;
  facts: JsonText;
  head: string;
  id: Generated<bigint>;
  reason: "night" | "requested";
  requested_by: string | null;
  started_at: string;
  version: string;
}

export interface Users {
  client_id: string;
  created_at: string;
  deleted_at: string | null;
  first_login: Generated<boolean>;
  id: string;
  notices: Notices;
  password_hash: string;
  role: "admin" | "accountant" | "user";
  seat: number | null;
  sees_overview: Generated<boolean>;
}

export interface VatRate {
  rate: string;
  source: string;
  valid_from: string;
  valid_to: string | null;
}

export interface Webhook {
  created_at: string;
  created_by: string;
  id: string;
  pause_reason: Generated<string>;
  paused_at: string | null;
  removed_at: string | null;
  types: string[];
  url: string;
}

export interface WebhookAttempt {
  answer: Generated<string>;
  at: string;
  delivery_id: string;
  error: Generated<string>;
  id: Generated<bigint>;
  status: number | null;
  took_ms: number;
}

export interface WebhookDelivery {
  created_at: string;
  delivered_at: string | null;
  event_seq: bigint;
  id: string;
  webhook_id: string;
}

export interface WebhookSecret {
  created_at: string;
  ends_at: string | null;
  id: string;
  secret: string;
  webhook_id: string;
}

export interface WithholdingCode {
  code: string;
  description: string;
  likely: Generated<boolean>;
  paid_for: Generated<"goods" | "services" | "either">;
  payee: "individual" | "non_individual";
  rate: string;
  source: string;
  tax: "ewt" | "final" | "vat" | "percentage";
  valid_from: string;
  valid_to: string | null;
  withheld_by: Generated<"anyone" | "top_agent" | "government">;
}

export interface Tables {
  account: Account;
  account_day: AccountDay;
  account_month: AccountMonth;
  added_note: AddedNote;
  added_note_removal: AddedNoteRemoval;
  annual_profile: AnnualProfile;
  api_key: ApiKey;
  api_key_address: ApiKeyAddress;
  api_key_recording: ApiKeyRecording;
  api_key_use: ApiKeyUse;
  api_request: ApiRequest;
  approval_approver: ApprovalApprover;
  approval_decision: ApprovalDecision;
  approval_request: ApprovalRequest;
  approval_rule: ApprovalRule;
  approval_waiting: ApprovalWaiting;
  arrival: Arrival;
  arrival_mail: ArrivalMail;
  arrival_mail_part: ArrivalMailPart;
  arrival_page: ArrivalPage;
  arrival_reading: ArrivalReading;
  arrival_rearranged: ArrivalRearranged;
  arrival_rearrangement: ArrivalRearrangement;
  arrival_sender: ArrivalSender;
  arrival_thumbnail: ArrivalThumbnail;
  asset: Asset;
  asset_disposal: AssetDisposal;
  attachment: Attachment;
  attachment_content: AttachmentContent;
  audit: Audit;
  audit_head: AuditHead;
  audit_seal: AuditSeal;
  backup: Backup;
  bank_account_month_unreconciled: BankAccountMonthUnreconciled;
  bank_adjustment: BankAdjustment;
  bank_book_line: BankBookLine;
  bank_line: BankLine;
  bank_line_mark: BankLineMark;
  bank_line_seen: BankLineSeen;
  bank_match: BankMatch;
  bank_match_part: BankMatchPart;
  bank_match_recorded: BankMatchRecorded;
  bank_match_undo: BankMatchUndo;
  bank_matched: BankMatched;
  bank_month_signed: BankMonthSigned;
  bank_question: BankQuestion;
  bank_reconciliation: BankReconciliation;
  bank_reconciliation_reopening: BankReconciliationReopening;
  bank_refusal: BankRefusal;
  bank_rule: BankRule;
  bank_start: BankStart;
  bank_start_item: BankStartItem;
  bank_statement: BankStatement;
  book_file: BookFile;
  book_file_part: BookFilePart;
  book_layout: BookLayout;
  bookmark: Bookmark;
  bound_book: BoundBook;
  bound_book_file: BoundBookFile;
  bound_book_page: BoundBookPage;
  budget_amount: BudgetAmount;
  budget_change: BudgetChange;
  cash_count: CashCount;
  certificate_claim: CertificateClaim;
  certificate_handed: CertificateHanded;
  certificate_issued: CertificateIssued;
  certificate_owed: CertificateOwed;
  cheque: Cheque;
  cheque_book: ChequeBook;
  cheque_event: ChequeEvent;
  cheque_template: ChequeTemplate;
  closing_rate: ClosingRate;
  company: Company;
  completeness_proof: CompletenessProof;
  custom_duty: CustomDuty;
  custom_duty_done: CustomDutyDone;
  custom_token: CustomToken;
  customer_message: CustomerMessage;
  customs_entry: CustomsEntry;
  deadline_override: DeadlineOverride;
  document: Document;
  document_detail: DocumentDetail;
  document_link: DocumentLink;
  document_tag: DocumentTag;
  document_template: DocumentTemplate;
  document_void: DocumentVoid;
  draft: Draft;
  employee: Employee;
  enter_path: EnterPath;
  entry: Entry;
  event: Event;
  excess_use: ExcessUse;
  expense_type: ExpenseType;
  file_text: FileText;
  filing: Filing;
  filing_deadline: FilingDeadline;
  filing_entry: FilingEntry;
  filing_file: FilingFile;
  filing_prepared: FilingPrepared;
  filing_rate: FilingRate;
  filing_reminder: FilingReminder;
  form_revision: FormRevision;
  fund_act: FundAct;
  fund_change: FundChange;
  fund_transfer: FundTransfer;
  import_batch: ImportBatch;
  inquiry: Inquiry;
  inventory_count: InventoryCount;
  inventory_line: InventoryLine;
  item_balance: ItemBalance;
  job: Job;
  launch: Launch;
  ledger_head: LedgerHead;
  limiter: Limiter;
  line: Line;
  list_setting: ListSetting;
  mail_return: MailReturn;
  mailbox_position: MailboxPosition;
  money_account: MoneyAccount;
  non_working_day: NonWorkingDay;
  noted_table: NotedTable;
  notification: Notification;
  notification_address: NotificationAddress;
  notification_setting: NotificationSetting;
  number_series: NumberSeries;
  open_item: OpenItem;
  other_duties: OtherDuties;
  outbox: Outbox;
  party: Party;
  party_bank_account: PartyBankAccount;
  party_bank_account_now: PartyBankAccountNow;
  party_correction: PartyCorrection;
  party_merge: PartyMerge;
  payroll_line: PayrollLine;
  period: Period;
  period_event: PeriodEvent;
  period_note: PeriodNote;
  previous_employer: PreviousEmployer;
  projection_week: ProjectionWeek;
  question: Question;
  question_event: QuestionEvent;
  question_link: QuestionLink;
  question_now: QuestionNow;
  recovery_test: RecoveryTest;
  recurring_entry: RecurringEntry;
  recurring_line: RecurringLine;
  recurring_occurrence: RecurringOccurrence;
  recurring_rule: RecurringRule;
  registration: Registration;
  reminder_opt_out: ReminderOptOut;
  reminder_settings: ReminderSettings;
  report_run: ReportRun;
  report_schedule: ReportSchedule;
  report_star: ReportStar;
  safety_problem: SafetyProblem;
  saved_view: SavedView;
  session: Session;
  setup_step: SetupStep;
  signing_key: SigningKey;
  standing_facts: StandingFacts;
  statement_profile: StatementProfile;
  stored_today: StoredToday;
  tag: Tag;
  task_claim: TaskClaim;
  task_snooze: TaskSnooze;
  tax_certificate: TaxCertificate;
  tax_profile: TaxProfile;
  trust_result: TrustResult;
  trust_run: TrustRun;
  users: Users;
  vat_rate: VatRate;
  webhook: Webhook;
  webhook_attempt: WebhookAttempt;
  webhook_delivery: WebhookDelivery;
  webhook_secret: WebhookSecret;
  withholding_code: WithholdingCode;
}
