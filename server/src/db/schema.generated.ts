// Written by "npm run docs" from the migrated database and schema-notes.ts: do not edit.
import type {
  AnswerOutcome,
  AnswerState,
  AuditAction,
  AuditSubject,
  CaptionSource,
  Category,
  CourseLanguage,
  EntryKind,
  HandedInWay,
  InvoiceKind,
  LateRule,
  Level,
  LiveState,
  MarkCause,
  NotePlaceKind,
  PassageKind,
  QuestionKind,
  QuizShowPart,
  QuizShowTime,
  ReportReason,
  Role,
  SitePageOrigin,
  StreamState,
  TranscriptionKind,
  TranscriptionState,
  UnsureFound,
  UnsureState,
  UploadState,
  WithdrawalCause,
} from '@virtual-courses/contract'
import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely'
import type {
  AccountCodePurpose,
  BulkAct,
  CouponKind,
  CouponUseState,
  DisputeStatus,
  DraftKind,
  FilteredList,
  FindingKind,
  GivenRole,
  LedgerAccount,
  LiveEndReason,
  LiveMediaKind,
  LiveQuestionState,
  OrderStatus,
  PayoutRunStatus,
  PayoutStatus,
  PostingKind,
  RecordingState,
  RecordingStop,
  RefundReason,
  RefundStatus,
  UndoOutcome,
} from './schema-notes.ts'

type Nullable<T> = ColumnType<SelectType<T> | null, InsertType<T> | null | undefined, UpdateType<T> | null>
type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>

/** The last code of each purpose that a signed-in account asked for. */
export type AccountCodesTable = {
  user_id: string
  purpose: AccountCodePurpose
  /** names the request; its code and mail belong to it alone */
  request_id: string
  /** lower case; the address that the code goes to */
  email: string
  requested_at: Date
  /** keyed hash of the code; null until the code exists */
  code_hash: Nullable<Buffer>
  /** id of the key that made the hash */
  key_id: Nullable<string>
  attempts_left: Defaulted<number>
  expires_at: Nullable<Date>
}

/** Invitations to become an admin: one row for each address, kept after use. */
export type AdminInvitationsTable = {
  id: string
  /** lower case; null for the set-up link that names no address */
  email: Nullable<string>
  /** null for the operator: the set-up link, the command, ADMIN_EMAILS */
  invited_by: Nullable<string>
  /** valid only while the site has no admin */
  first_only: Defaulted<boolean>
  /** changes with each renewal: a mail of an older one is not sent any more */
  request_id: string
  /** SHA-256 of the token in a printed link, which verifies no address */
  link_hash: Nullable<Buffer>
  /** SHA-256 of the token in a mail, which verifies the address */
  mail_hash: Nullable<Buffer>
  /** what was entered with a printed link, until the mail that follows is opened */
  pending_name: Nullable<string>
  pending_password_hash: Nullable<string>
  created_at: Date
  expires_at: Date
  /** when the mail server accepted the mail; null before, and without a mail server */
  mailed_at: Nullable<Date>
  used_at: Nullable<Date>
  withdrawn_at: Nullable<Date>
}

/** Reports of announcements to the admins. */
export type AnnouncementReportsTable = {
  announcement_id: string
  user_id: string
  reason: ReportReason
  note: string
  created_at: Date
  /** set when an admin has decided */
  closed_at: Nullable<Date>
}

/** Announcements of educators to the students of a course. */
export type AnnouncementsTable = {
  id: string
  course_id: string
  /** made by the client: the same request counts once */
  request_key: string
  title: string
  text: string
  created_at: Date
  edited_at: Nullable<Date>
  /** set when it was deleted, and its words with it; the row counts for the week still */
  deleted_at: Nullable<Date>
  /** those who were enrolled when it was sent */
  students: number
  /** how many of them were notified until now; the last one in the order of their enrolments is below */
  notified: Defaulted<number>
  /** null while no one was notified */
  last_enrolled_at: Nullable<Date>
  /** "" while no one was notified */
  last_student_id: Defaulted<string>
  /** null while not all were notified */
  sent_at: Nullable<Date>
  /** number of `announcement_reports` that no admin has decided */
  open_reports: Defaulted<number>
  /** of the newest report; kept when reports are closed */
  reported_at: Nullable<Date>
}

/** Answers as they were handed in, and how they were marked: with the rubric of that time. */
export type AnswerAttemptsTable = {
  answer_id: string
  number: number
  text: string
  handed_in_at: Date
  /** null while it waits */
  outcome: Nullable<AnswerOutcome>
  late_days: Nullable<number>
  percent_off: Nullable<number>
  /** before what a late answer loses */
  marks: Nullable<number>
  max_marks: Nullable<number>
  rubric: Nullable<ColumnType<unknown, string, string>>
  /** the level of each criterion, by their ids */
  levels: Nullable<ColumnType<unknown, string, string>>
  comments: Nullable<ColumnType<unknown, string, string>>
  comment: Nullable<string>
  marked_at: Nullable<Date>
}

/** Files of answers. */
export type AnswerFilesTable = {
  id: string
  answer_id: string
  file_id: string
  name: string
  /** number of the first attempt that has it */
  added_in: number
  /** number of the first attempt that does not have it any more */
  removed_in: Nullable<number>
  created_at: Date
}

/** What a student writes for an assignment: the present text, and how far it is. */
export type AnswersTable = {
  id: string
  lecture_id: string
  student_id: string
  /** the creator of the course, for the list of what waits */
  educator_id: string
  state: AnswerState
  /** how often it was handed in */
  attempt: number
  text: string
  /** of the text, by the client */
  revision: Nullable<string>
  changed_at: Date
  /** the last time */
  handed_in_at: Nullable<Date>
}

/** What an entry of the kind `assignment` asks for; its task and files are those of the entry. */
export type AssignmentsTable = {
  lecture_id: string
  due_at: Nullable<Date>
  late_rule: LateRule
  /** that each begun day takes, where the rule is `reduced` */
  late_percent: number
  max_attempts: number
  max_marks: number
  /** criteria with their levels, as the contract has them */
  rubric: ColumnType<unknown, string, string>
  changed_at: Date
}

/** Use of language models on a day (UTC, 2026-11-21). Tokens as counted by providers. */
export type AssistantUsageTable = {
  day: string
  /** answers started */
  answers: number
  input_tokens: Defaulted<number>
  output_tokens: Defaulted<number>
}

/** Every action of an admin. A trigger rejects changes. */
export type AuditLogTable = {
  id: string
  at: Date
  action: AuditAction
  admin_id: string
  subject_kind: AuditSubject
  subject_id: string
  /** name of the subject at that time; "" for users, so that the log keeps no name of a deleted user */
  subject: string
  detail: string
}

/** Secrets of TOTP (RFC 6238), encrypted. */
export type AuthenticatorAppsTable = {
  user_id: string
  encrypted: Nullable<string>
  /** time step of the newest code that was used: each works once */
  last_step: Defaulted<number>
  confirmed_at: Nullable<Date>
  /** secret that counts once its first code was typed; the one before counts until then */
  waiting: Nullable<string>
  waiting_since: Nullable<Date>
}

/** The forms of a question: its present one, and earlier ones that attempts have. */
export type BankFormsTable = {
  question_id: string
  form: number
  /** the question with its key, as `Question` of the contract */
  content: ColumnType<unknown, string, string>
}

/** Imports of questions of the last day, by a key of the page: a second click imports nothing. */
export type BankImportsTable = {
  course_id: string
  key: string
  /** how many it has brought */
  questions: number
  created_at: Date
}

/** Questions of a course, for its quizzes and videos. What they ask is in `bank_forms`. */
export type BankQuestionsTable = {
  id: string
  course_id: string
  kind: QuestionKind
  /** the present one */
  form: number
  tags: string[]
  /** its texts and tags as they are searched (`foldText` of the contract) */
  folded: string
  created_at: Date
  changed_at: Date
  /** set when it was deleted while attempts have it */
  deleted_at: Nullable<Date>
}

/** What buyers want to be on their invoices; empty texts for what they left out. */
export type BillingDetailsTable = {
  user_id: string
  name: string
  address: string
  /** GST code of the state */
  state: string
  gstin: string
  changed_at: Date
}

/** Acts of an admin on several rows at once. Kept for an hour. */
export type BulkActsTable = {
  id: string
  admin_id: string
  /** made by the client: a repetition goes on with the act */
  key: string
  act: BulkAct
  reason: string
  created_at: Date
  /** set when its undoing begins: it changes no further row */
  undone_at: Nullable<Date>
}

/** Rows that a bulk act changed. */
export type BulkRowsTable = {
  act_id: string
  /** id of the account, the course or the review */
  subject_id: string
  /** entries of the audit log about it with this act: further ones keep it from being undone */
  acts: number
  /** JSON of what the act replaced */
  before: ColumnType<unknown, string, string>
  /** null until its undoing was tried */
  undo_outcome: Nullable<UndoOutcome>
}

export type BundleCoursesTable = {
  bundle_id: string
  course_id: string
  position: number
}

export type BundlesTable = {
  id: string
  /** null for bundles of the site */
  educator_id: Nullable<string>
  title: string
  description: Defaulted<string>
  /** of all its courses; never more than they cost alone */
  price_paise: number
  is_published: Defaulted<boolean>
  created_at: Date
  updated_at: Date
  /** set when it was removed: orders refer to it */
  removed_at: Nullable<Date>
}

/** Versions of what all processes cache: milliseconds since 1970, or one more than before. */
export type CacheVersionsTable = {
  name: string
  version: Defaulted<number>
}

/** Secret addresses of calendars. The secret part is derived from the id. */
export type CalendarAddressesTable = {
  user_id: string
  /** another one with each new address */
  id: string
  created_at: Date
}

/** Texts of captions. Copies of a lecture share them; the last captions that use one take it along (trigger). */
export type CaptionTextsTable = {
  id: string
  /** whose storage it is */
  owner_id: string
  /** a whole WebVTT file */
  vtt: string
}

/** Number of published courses in each category, kept by triggers on courses. */
export type CategoryCountsTable = {
  category: string
  courses: number
}

/** Public keys that have signed certificates or their lists; old ones stay, so that what they signed can be verified. */
export type CertificateKeysTable = {
  /** the public key (Multikey) */
  id: string
  /** when it was used first */
  since: Date
}

/** Certificates of completed courses. What they say is frozen; the database refuses changes, and to reinstate one. */
export type CertificatesTable = {
  /** public number, not guessable */
  serial: string
  /** place in the lists of bits that say which do not count any more */
  status_index: Defaulted<ColumnType<string, number, number>>
  user_id: string
  /** without a foreign key, like the order: courses may be removed */
  course_id: string
  /** of the enrolment that it belongs to */
  order_id: Nullable<string>
  educator_id: string
  /** of the student when it was issued; "" once their account is deleted */
  name: string
  course_title: string
  course_language: CourseLanguage
  educator_name: string
  /** what was to be done, `CertificateRequirement` of the contract */
  required: ColumnType<unknown, string, string>
  completed_at: Date
  issued_at: Date
  /** the certificate whose place it has taken */
  replaces: Nullable<string>
  withdrawn_at: Nullable<Date>
  withdrawn_because: Nullable<WithdrawalCause>
  /** the educator or admin */
  withdrawn_by: Nullable<string>
  withdrawn_reason: Defaulted<string>
  /** signed, as JSON; null until it was asked for first */
  credential: Nullable<string>
}

/** What counts towards completing a course. A course without a row has the default of `completion-rules.ts`. */
export type CompletionRulesTable = {
  course_id: string
  counts_videos: boolean
  /** share of the distinct seconds of each video */
  video_percent: number
  /** students may tick videos themselves */
  by_hand: boolean
  counts_texts: boolean
  counts_quizzes: boolean
  counts_assignments: boolean
  updated_at: Date
}

/** To which versions of the pages people agreed, at sign-up and at the checkout. */
export type ConsentsTable = {
  id: string
  user_id: string
  /** null for the account itself */
  order_id: Nullable<string>
  version_id: string
  given_at: Date
}

/** The courses that a coupon is for, unless it is for all courses of its educator, or of the site. */
export type CouponCoursesTable = {
  coupon_id: string
  course_id: string
}

/** Orders with a coupon. They are counted in the transaction that makes the order, under the lock of the coupon. */
export type CouponUsesTable = {
  order_id: string
  coupon_id: string
  user_id: string
  state: CouponUseState
  at: Date
  /** a reserved use counts for others until then */
  held_until: Nullable<Date>
  /** keyed hash of the client that holds the use */
  held_by: Nullable<string>
}

export type CouponsTable = {
  id: string
  /** upper case */
  code: string
  /** null for coupons of the site */
  educator_id: Nullable<string>
  kind: CouponKind
  /** per cent, or paise */
  value: number
  /** of what is bought, before the coupon */
  min_price_paise: Defaulted<number>
  /** open orders included; null for any number */
  max_uses: Nullable<number>
  max_uses_per_user: Nullable<number>
  starts_at: Nullable<Date>
  ends_at: Nullable<Date>
  disabled_at: Nullable<Date>
  /** false: for the courses in coupon_courses alone, and for nothing when they are gone */
  for_all: boolean
  created_at: Date
}

/** When a student had completed a course for the first time, by the rule of that time: it stays, whatever changes, as long as the enrolment does. */
export type CourseCompletionsTable = {
  user_id: string
  course_id: string
  completed_at: Date
  /** the sums of the course have it */
  counted: Defaulted<boolean>
}

/** What courses sold, and how many lectures their students completed, without what sales_changes has. */
export type CourseSalesTable = {
  course_id: string
  revenue_paise: ColumnType<string, number, number>
  completed: ColumnType<string, number, number>
}

/** Headings in the list of lectures of a course. */
export type CourseSectionsTable = {
  id: string
  course_id: string
  position: number
  title: string
  created_at: Date
  opens_at: Nullable<Date>
  /** days after the enrolment */
  opens_after_days: Nullable<number>
  /** after what comes before it in the course, and counts towards completing it, is done */
  opens_in_order: Defaulted<boolean>
}

/** Sketches of the students of a course: numbers of students by powers of a base, see `sketch.ts`. */
export type CourseSumsTable = {
  course_id: string
  /** by seconds watched */
  watched: Defaulted<number[]>
  /** by seconds from enrolment to completion */
  completed: Defaulted<number[]>
}

/** Embeddings of a course's texts by a model. */
export type CourseVectorsTable = {
  course_id: string
  model: string
  /** hash of the texts that were embedded */
  text_hash: string
  /** 32-bit floats, little-endian, one vector after the other */
  vectors: Buffer
  updated_at: Date
}

/** Where the sums of a course have a student. Goes with the enrolment; deleted when it is unused for a year. */
export type CourseViewersTable = {
  user_id: string
  course_id: string
  /** seconds of the course that they had watched when they were last added */
  counted_seconds: number
  /** day on which they were last added, in days since 1970 (UTC) */
  last_day: number
}

export type CoursesTable = {
  id: string
  creator_id: string
  title: string
  sub_title: Defaulted<string>
  description: Defaulted<string>
  category: Nullable<Category>
  level: Nullable<Level>
  /** null while the educator has set none; the sale price while a sale runs */
  price_paise: Nullable<number>
  thumbnail_id: Nullable<string>
  is_published: Defaulted<boolean>
  /** set when the creator removed a course that has enrolments: students keep it, no one else sees it */
  removed_at: Nullable<Date>
  /** counters, kept by the transaction that changes what they count */
  rating_sum: Defaulted<number>
  rating_count: Defaulted<number>
  lecture_count: Defaulted<number>
  enrolment_count: Defaulted<number>
  created_at: Date
  updated_at: Date
  /** set while an admin keeps the course off the list: its creator cannot publish it */
  unlisted_at: Nullable<Date>
  unlisted_reason: Defaulted<string>
  /** it was published when it was taken off the list */
  unlisted_published: Defaulted<boolean>
  /** the price is one of 1 to 99 paise from before the minimum of ₹1: the course cannot be ordered */
  price_below_minimum: Defaulted<boolean>
  /** numbers of reviews with 1 to 5 stars; a check compares sum and count with them */
  rating_counts: Defaulted<number[]>
  language: Defaulted<CourseLanguage>
  /** length of the videos whose length is known; kept by triggers on lectures */
  total_seconds: Defaulted<number>
  outcomes: Defaulted<string[]>
  requirements: Defaulted<string[]>
  audience: Defaulted<string[]>
  /** what the price was before the sale, and is after it; null without a sale */
  regular_price_paise: Nullable<number>
  sale_ends_at: Nullable<Date>
  /** the lowest price of the 30 days before the sale; null where it was not above the sale price or not known for long enough */
  struck_price_paise: Nullable<number>
  copying_since: Nullable<Date>
  grants_certificate: Defaulted<boolean>
}

/** Payments that buyers contest at their bank, as the provider has them; the id is the provider's. */
export type DisputesTable = {
  id: string
  order_id: string
  payment_id: string
  amount_paise: number
  /** taken from us by the provider */
  deducted_paise: Defaulted<number>
  status: DisputeStatus
  phase: string
  reason: string
  /** when the provider's deadline for evidence ends */
  respond_by: Nullable<Date>
  created_at: Date
  ended_at: Nullable<Date>
}

/** What educators typed into forms of the studio and have not saved. */
export type DraftsTable = {
  user_id: string
  kind: DraftKind
  /** id of the course, lecture, bundle or review that the form is about; "new" for one that is being created */
  subject: string
  /** another one each time that another text is stored */
  revision: string
  /** what the form was filled with */
  version: Nullable<string>
  /** JSON of the fields that differ from it; always read as a whole */
  typed: string
  stored_at: Date
}

/** Lectures that were closed to a student when the educator of their course opened them: they stay open. */
export type EarlyOpeningsTable = {
  user_id: string
  lecture_id: string
  /** the educator */
  author_id: string
  opened_at: Date
}

/** Sums of the entries of educator_payable, kept by a trigger. */
export type EducatorBalancesTable = {
  educator_id: string
  /** above zero: what the educator is owed */
  owed_paise: ColumnType<string, number, number>
}

/** Sums of the entries of educator_payable by the hour in which they become available, kept by a trigger. */
export type EducatorHeldTable = {
  educator_id: string
  /** hours since 1970 */
  hour: number
  amount_paise: ColumnType<string, number, number>
}

/** Sums of the entries of educator_payable by month and kind of posting, kept by a trigger. */
export type EducatorMonthsTable = {
  educator_id: string
  month: string
  kind: PostingKind
  /** above zero: what the educator is owed has grown */
  amount_paise: ColumnType<string, number, number>
  entries: ColumnType<string, number, number>
}

/** What educators sold by day, in the zone of the figure sales-zone, without what sales_changes has. */
export type EducatorSalesTable = {
  educator_id: string
  day: string
  enrolments: ColumnType<string, number, number>
  revenue_paise: ColumnType<string, number, number>
}

export type EnrolmentsTable = {
  user_id: string
  course_id: string
  order_id: Nullable<string>
  amount_paise: number
  created_at: Date
  /** completed lectures of the course, for the order of its students; kept by triggers on progress and lectures */
  completed_lectures: Defaulted<number>
}

/** Requests that failed with an internal error. Kept for a month. */
export type ErrorEventsTable = {
  id: string
  at: Date
  request_id: string
  method: string
  path: string
  message: string
}

/** Files that lectures offer for download, and those of answers; their bytes are in the media store. */
export type FilesTable = {
  id: string
  owner_id: string
  /** as found in the bytes */
  content_type: string
  bytes: ColumnType<string, number, number>
  created_at: Date
}

/** Accounts at identity providers that sign in to an account here. */
export type IdentitiesTable = {
  issuer: string
  subject: string
  user_id: string
  created_at: Date
}

export type ImagesTable = {
  id: string
  owner_id: Nullable<string>
  /** pixels of the largest stored size */
  width: number
  height: number
  created_at: Date
  /** of all sizes and formats; null for earlier images until the check of the store has measured them */
  bytes: Nullable<number>
}

/** The last numbers of documents, locked until the sale commits, so that there are no gaps. */
export type InvoiceCountersTable = {
  series: string
  kind: InvoiceKind
  /** financial year: 2627 from April 2026 to March 2027 */
  year: string
  last: number
  /** dates do not go back while numbers go up */
  last_at: Date
}

/** Mails with a document that were sent. */
export type InvoiceMailsTable = {
  /** of the sending, so that a job that runs twice sends once */
  id: string
  invoice_id: string
  sent_at: Date
}

/** Invoices, receipts and credit notes as they were issued; the database refuses changes. */
export type InvoicesTable = {
  id: string
  number: string
  kind: InvoiceKind
  order_id: string
  /** what a credit note is for, or `dispute_id` */
  refund_id: Nullable<string>
  dispute_id: Nullable<string>
  /** the invoice or receipt of a credit note */
  refers_to: Nullable<string>
  user_id: string
  issued_at: Date
  /** GST code of the state; "" on receipts */
  place_of_supply: string
  /** at the time of issue, see `documents.ts` of the feature, as are buyer and lines */
  seller: ColumnType<unknown, string, string>
  buyer: ColumnType<unknown, string, string>
  lines: ColumnType<unknown, string, string>
  amount_paise: number
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
}

/** Files of a lecture. Copies of a lecture share the files of the original. */
export type LectureAttachmentsTable = {
  id: string
  lecture_id: string
  file_id: string
  /** under which browsers save the file */
  name: string
  created_at: Date
}

export type LectureCaptionsTable = {
  lecture_id: string
  /** BCP 47 */
  language: string
  label: string
  updated_at: Date
  /** how they were last made */
  source: Defaulted<CaptionSource>
  text_id: string
}

export type LecturePassagesTable = {
  lecture_id: string
  kind: PassageKind
  /** language of captions, id of an attachment; empty for the rest */
  track: string
  set_id: string
}

/** How far a viewer is in a lecture that they opened or marked. */
export type LectureProgressTable = {
  user_id: string
  lecture_id: string
  /** position from the start */
  seconds: number
  completed_at: Nullable<Date>
  /** when a position was last reported; null while the lecture was only marked */
  watched_at: Nullable<Date>
  updated_at: Date
}

/** What all students together watched of the video of a lecture. What few of them added is held back, and shown with that of others. */
export type LectureSumsTable = {
  lecture_id: string
  video_id: string
  slot_seconds: number
  viewers: Defaulted<number>
  /** viewers by slot */
  seen: Defaulted<number[]>
  /** viewers by slot who saw it more than once */
  again: Defaulted<number[]>
  held_viewers: Defaulted<number>
  held_seen: Defaulted<number[]>
  held_again: Defaulted<number[]>
  /** average share of the video that a viewer saw */
  watched_share: Defaulted<number>
  /** viewers who saw its end */
  end_viewers: Defaulted<number>
  /** when held sums were last added; null before the first time */
  shown_at: Nullable<Date>
}

/** What an enrolled student watched of the video of a lecture. Goes with the enrolment; deleted when it is unused for a year. */
export type LectureViewsTable = {
  user_id: string
  course_id: string
  lecture_id: string
  /** the video that the rest is about; another one starts from zero */
  video_id: string
  /** length of a slot of the timeline */
  slot_seconds: number
  /** one bit for each slot, the lowest first */
  seen: Buffer
  /** the same for slots that were seen more than once */
  again: Buffer
  /** length of what was seen, without repetitions */
  watched_seconds: Defaulted<number>
  /** with repetitions */
  played_seconds: Defaulted<number>
  /** seconds that may have been played without a report at `reported_at` */
  allowance: number
  /** the newest ids of reports, 8 bytes each */
  report_ids: Buffer
  reported_at: Date
  /** day of the last report, in days since 1970 (UTC) */
  last_day: number
  /** slots that the sums do not have yet, three numbers for each: the slot, 1 if it is seen for the first time, 1 if it is seen again for the first time */
  pending: Defaulted<number[]>
  /** when the first report came that the sums do not have; null when they have all */
  pending_since: Nullable<Date>
  /** the sums of the lecture have this viewer */
  is_counted: Defaulted<boolean>
  /** a part of this is in sums that are not shown yet */
  held: Defaulted<boolean>
}

export type LecturesTable = {
  id: string
  course_id: string
  /** order in the course: lectures without a section come first, then those of each section in order */
  position: number
  title: string
  is_preview_free: Defaulted<boolean>
  live_state: Defaulted<LiveState>
  live_start_time: Nullable<Date>
  video_id: Nullable<string>
  created_at: Date
  /** counts changes of the schedule */
  live_revision: Defaulted<number>
  /** a section of the same course; null for lectures before the first one */
  section_id: Nullable<string>
  /** Markdown, for those who may watch the lecture */
  description: Defaulted<string>
  /** text to read, in Markdown; empty in a lecture that is a video alone */
  body: Defaulted<string>
  /** of its video, in order, as the contract has them */
  chapters: Defaulted<ColumnType<unknown, string, string>>
  /** the creator of its course, set by a trigger: whose storage its texts are */
  owner_id: Defaulted<string>
  /** quizzes and assignments have no video, text or session of their own */
  kind: Defaulted<EntryKind>
  opens_at: Nullable<Date>
  /** days after the enrolment */
  opens_after_days: Nullable<number>
  /** after what comes before it in the course, and counts towards completing it, is done */
  opens_in_order: Defaulted<boolean>
}

/** Sums of ledger_entries by month, kept by a trigger. */
export type LedgerBalancesTable = {
  account: LedgerAccount
  party_id: string
  month: string
  amount_paise: ColumnType<string, number, number>
}

export type LedgerEntriesTable = {
  id: ColumnType<string, number, number>
  transaction_id: ColumnType<string, number, number>
  account: LedgerAccount
  /** the educator of an entry of educator_payable; else '' */
  party_id: Defaulted<string>
  /** a debit is positive */
  amount_paise: ColumnType<string, number, number>
  /** 2026-11, in the site's time zone */
  month: string
  at: Date
  /** until when the amount may not be paid out: the refund window of its sale */
  available_at: Nullable<Date>
}

/** Double entry: the entries of a transaction add up to zero. Append-only. */
export type LedgerTransactionsTable = {
  id: ColumnType<string, number, number>
  /** names what happened: it is posted once */
  key: string
  kind: PostingKind
  order_id: Nullable<string>
  at: Date
}

/** Visits of people to live sessions. A row outlives its session: an id without a foreign key. */
export type LiveAttendanceTable = {
  session_id: string
  user_id: string
  entered_at: Date
  /** the end of the visit, or when they were last noted in the room */
  seen_at: Date
  lecture_id: string
}

/** Lectures that are completed by attending so many percent of one of their sessions. */
export type LiveAttendanceRulesTable = {
  lecture_id: string
  percent: number
}

/** Elements of a whiteboard, each in its newest form. Who drew it is not kept. */
export type LiveBoardElementsTable = {
  session_id: string
  /** given by the browser that drew it */
  id: string
  /** the higher one counts */
  version: number
  /** of two with one version the lower one counts */
  nonce: number
  /** the change of the board that brought this form */
  revision: number
  /** length of `data`, as it was sent */
  bytes: number
  /** the element in the form of the contract; null once it was erased */
  data: Nullable<ColumnType<unknown, string, string>>
}

/** Whiteboard of a session. It is locked while its elements change. */
export type LiveBoardsTable = {
  session_id: string
  /** number of changes */
  revision: Defaulted<number>
  /** the change up to which a picture is among the files of the lecture */
  kept_revision: Defaulted<number>
  changed_at: Date
}

/** Co-hosts of a session; they stay co-hosts when they come back. */
export type LiveCohostsTable = {
  session_id: string
  user_id: string
}

/** Speakers of a session who have no slot any more: they speak again when they come back within minutes. */
export type LiveFormerSpeakersTable = {
  session_id: string
  user_id: string
  /** when they were last connected */
  seen_at: Date
}

export type LiveMessagesTable = {
  id: string
  session_id: string
  user_id: string
  message: string
  created_at: Date
  /** null in messages that are no questions */
  question: Nullable<LiveQuestionState>
}

/** Notes that hosts wrote together in a lecture's sessions, in Markdown; none where there is no text. */
export type LiveNotesTable = {
  lecture_id: string
  text: string
  changed_at: Date
}

/** Participants of a room; one participant slot for each user. */
export type LiveParticipantsTable = {
  peer_id: string
  session_id: string
  user_id: string
  /** SHA-256 of the token that resumes the slot */
  token_hash: Buffer
  /** the current socket, or the last one after a lost connection */
  socket_id: string
  joined_at: Date
  /** when a process last saw its socket */
  seen_at: Date
  connected: boolean
  hand_raised: Defaulted<boolean>
  audio: Defaulted<boolean>
  video: Defaulted<boolean>
  screen: Defaulted<boolean>
  /** the educator is known from the course */
  role: Defaulted<GivenRole>
  /** false while a host has not let them in: they are not in the room yet */
  admitted: Defaulted<boolean>
  /** since when its present socket has the slot, or since it was admitted */
  connected_at: Defaulted<Date>
}

/** One vote of a user in a poll. No one else is shown who voted for what. */
export type LivePollVotesTable = {
  poll_id: string
  user_id: string
  /** indexes of the choices */
  chosen: number[]
  voted_at: Date
}

/** Polls of a session. A draft until `started_at`, open until `closed_at`. */
export type LivePollsTable = {
  id: string
  session_id: string
  question: string
  /** texts of the choices, in order */
  choices: string[]
  /** several choices may be made */
  several: boolean
  /** otherwise results are shown after it was closed */
  results_at_once: boolean
  created_at: Date
  started_at: Nullable<Date>
  closed_at: Nullable<Date>
}

/** Recordings of live sessions, whose streams the media server writes and of which a worker makes a video. */
export type LiveRecordingsTable = {
  id: string
  /** null when the session is gone */
  session_id: Nullable<string>
  /** null when the lecture is gone */
  lecture_id: Nullable<string>
  /** the educator */
  owner_id: string
  /** number of the room on the media server, which names its files */
  media_room: string
  /** peer ids of those who were hosts while it ran: their cameras come first */
  hosts: Defaulted<string[]>
  state: Defaulted<RecordingState>
  started_at: Date
  stopped_at: Nullable<Date>
  stopped_by: Nullable<RecordingStop>
  /** of the video that is being made */
  percent: Defaulted<number>
  /** what the educator reads of why it failed, or waits */
  problem: Nullable<string>
  /** how often a worker has begun */
  attempts: Defaulted<number>
  queued_at: Nullable<Date>
  /** the work of the worker that makes, or made, the video */
  mix_id: Nullable<string>
  /** while it is in the future, that worker is alive; of one that waits: before it no worker takes it again */
  mix_lease_until: Nullable<Date>
  /** the draft, also once the lecture uses it; null where it is gone */
  video_id: Nullable<string>
  /** length of the video */
  seconds: Nullable<number>
  /** of the video */
  bytes: Nullable<ColumnType<string, number, number>>
  ready_at: Nullable<Date>
  used_at: Nullable<Date>
  /** when it became ready, failed or was deleted */
  ended_at: Nullable<Date>
  /** when what the media server wrote was deleted */
  files_removed_at: Nullable<Date>
}

/** Users whom a host removed from a session; they may not return to it. */
export type LiveRemovedParticipantsTable = {
  session_id: string
  user_id: string
  removed_at: Date
}

/** A session of a lecture and its room. Open while `ended_at` is null; a lecture has one open session at most. */
export type LiveSessionsTable = {
  /** not guessable: the room's id */
  id: string
  /** null when the lecture is gone */
  lecture_id: Nullable<string>
  created_at: Date
  /** null while only students wait in the room */
  started_at: Nullable<Date>
  /** when the educator was last in the room; in the future during the grace period for their first entry */
  educator_seen_at: Nullable<Date>
  ended_at: Nullable<Date>
  end_reason: Nullable<LiveEndReason>
  media: Defaulted<LiveMediaKind>
  /** name of the media server that has the room */
  media_server: Nullable<string>
  /** number of the room there */
  media_room: Nullable<ColumnType<string, number, number>>
  /** no one enters who has no slot */
  locked: Defaulted<boolean>
  /** who enters waits until a host admits them */
  waiting_room: Defaulted<boolean>
  /** the whiteboard is open to everyone in the room */
  board_shown: Defaulted<boolean>
  /** not only hosts, speakers too */
  board_speakers_draw: Defaulted<boolean>
}

/** Entries that the educator of a course ticked, or unticked, for a student, and marks that they set or took back. */
export type MarkCorrectionsTable = {
  id: string
  user_id: string
  course_id: string
  lecture_id: string
  /** the educator */
  author_id: string
  /** the tick that was set or taken away; null where it stayed */
  done: Nullable<boolean>
  /** the student reads it */
  reason: string
  created_at: Date
  /** marks were corrected, not only a tick */
  of_marks: Defaulted<boolean>
  /** before, in hundredths of a point */
  from_marks: Nullable<number>
  /** in hundredths of a point; null takes the marks back that were set */
  marks: Nullable<number>
  max_marks: Nullable<number>
  /** these marks count, whatever the student reaches */
  stands: Defaulted<boolean>
  /** of corrections of one import, of which a student is notified once */
  batch: Nullable<string>
}

/** Notes and bookmarks of users in lectures. They outlive the lecture and the course: ids without foreign keys, and the titles of the last save. */
export type NotesTable = {
  user_id: string
  /** chosen by the client; one user cannot meet the id of another */
  id: string
  course_id: string
  course_title: string
  lecture_id: string
  lecture_title: string
  kind: NotePlaceKind
  /** of the video; null in a text */
  second: Nullable<number>
  /** the video in which it was written; null in a text */
  video_id: Nullable<string>
  /** number of the part of the text, from 0; null in a video */
  block: Nullable<number>
  /** the first words of that part */
  quote: string
  /** empty for a bookmark */
  text: string
  /** text and quote as they are searched (`foldText` of the contract) */
  folded: string
  /** chosen by the client; another one with each change */
  revision: string
  created_at: Date
  changed_at: Date
  /** set when it was deleted, and its texts with it; the row goes after some days */
  deleted_at: Nullable<Date>
}

/** Notifications that go by mail. Kept for a month, so that no event is mailed twice. */
export type NotificationMailsTable = {
  user_id: string
  /** names what happened, as in notifications */
  event_key: string
  /** what the number of mails of a day is limited by; null without a limit */
  topic: Nullable<string>
  kind: string
  /** parameters of the kind; emptied when the mail was sent */
  params: ColumnType<unknown, string, string>
  created_at: Date
  /** set right before the mail is sent, and taken back when that fails */
  sent_at: Nullable<Date>
}

/** What a user has chosen about notifications; a subject without a row has its defaults. */
export type NotificationSettingsTable = {
  user_id: string
  /** of `notificationSubjects` in the contract */
  subject: string
  in_app: boolean
  by_mail: boolean
}

export type NotificationsTable = {
  id: string
  user_id: string
  /** names what happened; unique for each user, so that no event is notified twice */
  event_key: string
  created_at: Date
  /** null while unread */
  read_at: Nullable<Date>
  /** what later notifications are merged by; null where each event has a notification of its own */
  topic: Nullable<string>
  /** events of the topic that are merged in it */
  items: Defaulted<string[]>
  /** name of the event, as in features/notifications/kinds.ts */
  kind: string
  /** parameters of the kind, from which the sentence is made when it is shown */
  params: ColumnType<unknown, string, string>
}

/** Lectures with a rule of opening that the server has given to a student: they stay open to them. */
export type OpenedLecturesTable = {
  user_id: string
  lecture_id: string
  opened_at: Date
}

/** The history of an order: changes of its status, webhooks, refunds, documents. */
export type OrderEventsTable = {
  id: ColumnType<string, number, number>
  order_id: string
  at: Date
  kind: string
  /** null where no user did it */
  actor_id: Nullable<string>
  /** unique: an event that is reported twice stands here once */
  event_key: Nullable<string>
  details: Defaulted<ColumnType<unknown, string, string>>
}

/** The courses of an order, and how what was paid for each is split. */
export type OrderItemsTable = {
  order_id: string
  course_id: string
  /** who gets what tax and platform fee leave */
  educator_id: string
  list_paise: number
  amount_paise: number
  gst_paise: Defaulted<number>
  /** of the platform */
  fee_paise: Defaulted<number>
  refunded_paise: Defaulted<number>
  /** as in the order, for sums by course and educator */
  sold_at: Nullable<Date>
  /** what was sold; null before the sale, for courses without lectures, and for sales of long ago */
  outline_id: Nullable<string>
  /** what refunds and lost disputes returned of the tax, as their credit notes say */
  gst_refunded_paise: Defaulted<number>
}

export type OrdersTable = {
  id: string
  /** null until the provider has opened the order, and for free courses */
  provider_order_id: Nullable<string>
  user_id: string
  course_id: string
  amount_paise: number
  status: OrderStatus
  /** unique: one payment pays one order */
  payment_id: Nullable<string>
  created_at: Date
  settled_at: Nullable<Date>
  /** when the reconciliation job last asked the provider */
  checked_at: Nullable<Date>
  /** names the request that is opening the order at the provider; null when none is */
  claim_id: Nullable<string>
  claimed_at: Nullable<Date>
  /** when its payment enrolled the buyer; null where its money could not be booked */
  sold_at: Nullable<Date>
  /** returned to the buyer, by refunds and lost disputes */
  refunded_paise: Defaulted<number>
  /** the price before a coupon, and of a bundle the prices of its courses alone */
  list_paise: number
  coupon_id: Nullable<string>
  bundle_id: Nullable<string>
  /** courses of its bundle that the buyer had, so that they paid no share of them */
  left_out: Defaulted<string[]>
}

/** Files in mails that are kept instead of sent. */
export type OutboxAttachmentsTable = {
  mail_id: string
  place: number
  name: string
  content_type: string
  content: Buffer
}

/** Mails of the demo start, which are not sent but read here. */
export type OutboxMailsTable = {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Date
  attached: Defaulted<string[]>
}

/** What one source of a lecture says, in passages: captions, a text, a file. Copies of a lecture share it. */
export type PassageSetsTable = {
  /** hash of the source and of how passages are made */
  id: string
  kind: PassageKind
  /** BCP 47 */
  language: string
  /** texts in their order, with seconds where there are any */
  passages: ColumnType<unknown, string, string>
  /** stems of the passages, as `index-words.ts` packs them */
  words: Buffer
  /** hashes of the stems that the source has most */
  topics: number[]
  /** what made the vectors; null while there are none */
  model: Nullable<string>
  /** one for each passage, as `pack-vectors.ts` writes them */
  vectors: Nullable<Buffer>
  made_at: Date
}

export type PasskeysTable = {
  id: string
  user_id: string
  /** of WebAuthn, in base64url */
  credential_id: string
  /** in COSE form */
  public_key: Buffer
  /** of signatures; 0 where the authenticator does not count */
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  /** backed up by a provider, as it was when the passkey was made */
  synced: boolean
  created_at: Date
  last_used_at: Nullable<Date>
}

/** A browser's request for a one-time code for an address, whether or not it has an account. */
export type PasswordCodesTable = {
  /** lower case */
  email: string
  request_id: string
  requested_at: Date
  /** keyed hash of the code; null until the code exists, and after its use */
  code_hash: Nullable<Buffer>
  /** id of the key that made the hash */
  key_id: Nullable<string>
  attempts_left: Defaulted<number>
  expires_at: Nullable<Date>
  /** SHA-256 of the token in the asking browser's cookie; null in rows from before requests belonged to browsers */
  browser_hash: Nullable<Buffer>
  /** set for a request that waits for the address's next mail: the newest one replaces it */
  due_at: Nullable<Date>
}

/** Links that were mailed: each verifies one browser, like a code. */
export type PasswordLinksTable = {
  /** SHA-256 of the token in the link */
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

/** How soon the next mail with a code may go to an address, whether or not it has an account. */
export type PasswordMailRatesTable = {
  /** lower case */
  email: string
  /** when all promised mails would have been sent at the steady rate */
  free_at: Date
}

/** Browsers that have verified a code or a link and may set a new password once. */
export type PasswordResetTokensTable = {
  /** SHA-256 of the token in the cookie */
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

/** Differences between the orders and what the provider has, which an admin has to look at. */
export type PaymentFindingsTable = {
  id: string
  kind: FindingKind
  /** id of the payment, refund, dispute or order */
  subject: string
  order_id: Nullable<string>
  amount_paise: ColumnType<string, number, number>
  detail: string
  found_at: Date
  /** when it was last found */
  seen_at: Date
  resolved_at: Nullable<Date>
  resolved_by: Nullable<string>
  note: Defaulted<string>
}

/** Bank details of educators, encrypted by a secret that is not in the database. */
export type PayoutAccountsTable = {
  user_id: string
  /** see features/payouts/bank/bank-cipher.ts; bound to the user */
  encrypted: string
  /** the end of the account number */
  last4: string
  /** the beginnings of the holder's names */
  holder_hint: string
  changed_at: Date
  /** no payout is confirmed before: the details were changed, or the bank returned a payout */
  paused_until: Nullable<Date>
}

/** Payouts that are made together: one file for the bank. */
export type PayoutRunsTable = {
  id: string
  status: PayoutRunStatus
  note: Defaulted<string>
  /** another admin confirms, where there is one */
  created_by: string
  created_at: Date
  confirmed_by: Nullable<string>
  confirmed_at: Nullable<Date>
  /** when the bank file was last downloaded */
  exported_at: Nullable<Date>
  paid_at: Nullable<Date>
  canceled_at: Nullable<Date>
}

export type PayoutsTable = {
  id: string
  run_id: string
  educator_id: string
  amount_paise: ColumnType<string, number, number>
  status: PayoutStatus
  /** what the bank calls it */
  reference: Defaulted<string>
  /** why it was left out or returned */
  problem: Defaulted<string>
  /** the bank details at the confirmation, until the bank paid: later changes do not redirect it */
  encrypted: Nullable<string>
  last4: Defaulted<string>
  created_at: Date
  changed_at: Date
}

/** Days whose mails about questions and answers were put down, and the time that they cover. */
export type PostDigestsTable = {
  day: string
  since: Date
  until: Date
}

/** Users who follow a question: they are notified of its answers. */
export type PostFollowsTable = {
  post_id: string
  user_id: string
  created_at: Date
}

/** Reports of questions and answers to the admins. */
export type PostReportsTable = {
  post_id: string
  user_id: string
  reason: ReportReason
  note: string
  created_at: Date
  /** set when an admin has decided */
  closed_at: Nullable<Date>
}

/** Users who voted for a question or an answer of someone else. */
export type PostVotesTable = {
  post_id: string
  user_id: string
  created_at: Date
}

/** Questions about lectures, and their answers, which have `question_id`. Questions outlive their lecture within the course. */
export type PostsTable = {
  id: string
  /** null for a question */
  question_id: Nullable<string>
  course_id: string
  user_id: string
  /** made by the client: the same request counts once */
  request_key: string
  text: string
  /** number of `post_votes` */
  votes: Defaulted<number>
  /** number of `post_reports` that no admin has decided */
  open_reports: Defaulted<number>
  /** of the newest report; kept when reports are closed */
  reported_at: Nullable<Date>
  /** set while an admin hides it from everyone */
  hidden_at: Nullable<Date>
  hidden_reason: Defaulted<string>
  created_at: Date
  edited_at: Nullable<Date>
  /** empty for an answer */
  title: Defaulted<string>
  /** title and the beginning of the text as they are searched (`foldText` of the contract) */
  folded: Defaulted<string>
  /** null for an answer, and once the lecture was removed */
  lecture_id: Nullable<string>
  /** the video to which `second` belongs */
  video_id: Nullable<string>
  second: Nullable<number>
  /** number of answers that are not hidden */
  answers: Defaulted<number>
  /** the answer that the educator has accepted */
  accepted_id: Nullable<string>
  /** set while the educator has neither answered nor accepted an answer */
  waits_since: Nullable<Date>
}

/** What each course was offered for and since when, kept by a trigger on courses. */
export type PriceChangesTable = {
  id: ColumnType<string, number, number>
  course_id: string
  /** null from when it was not on sale */
  price_paise: Nullable<number>
  at: Date
}

/** The questions of an attempt in their order, and what was answered. */
export type QuizAnswersTable = {
  attempt_id: string
  position: number
  /** without a foreign key, so that courses are deleted at once; the forms of questions in attempts stay */
  question_id: string
  form: number
  /** with ids of choices (`KeptAnswer` of features/quizzes); null without an answer */
  answer: Nullable<ColumnType<unknown, string, string>>
  /** counts the changes of the answer */
  revision: Defaulted<number>
  saved_at: Nullable<Date>
  /** by the key, in hundredths of a point; null until it is handed in */
  marks: Nullable<number>
  /** by an educator, in place of `marks` */
  set_marks: Nullable<number>
  set_reason: Nullable<string>
}

/** Attempts at quizzes with the settings of their beginning: at most one that is open for a student and quiz. */
export type QuizAttemptsTable = {
  id: string
  lecture_id: string
  user_id: string
  /** of this student at this quiz, from 1 */
  number: number
  /** of those who look after the course; counts for nothing */
  is_preview: boolean
  /** of the order in which choices, items and right sides are shown */
  seed: number
  shuffle_options: boolean
  pass_percent: number
  negative_percent: number
  /** hundredths of a point, as `marks` */
  max_marks: number
  began_at: Date
  /** when it ends by itself; null for never */
  due_at: Nullable<Date>
  handed_in_at: Nullable<Date>
  handed_in_by: Nullable<HandedInWay>
  marks: Nullable<number>
  passed: Nullable<boolean>
}

/** Students with more time or attempts than others. */
export type QuizExtrasTable = {
  lecture_id: string
  user_id: string
  minutes: number
  attempts: number
}

/** Changes of marks after an attempt was handed in. */
export type QuizMarkChangesTable = {
  id: string
  attempt_id: string
  /** null for the whole attempt */
  position: Nullable<number>
  cause: MarkCause
  /** null for a corrected key */
  author_id: Nullable<string>
  from_marks: number
  to_marks: number
  reason: string
  created_at: Date
}

/** Pictures in the questions of a course. */
export type QuizPicturesTable = {
  image_id: string
  course_id: string
  created_at: Date
}

/** Settings of the entries of a curriculum that are quizzes. */
export type QuizzesTable = {
  lecture_id: string
  intro: string
  pass_percent: number
  /** null for as many as are kept */
  attempts_allowed: Nullable<number>
  /** time for an attempt; null for no limit */
  minutes: Nullable<number>
  shuffle_questions: boolean
  shuffle_options: boolean
  /** of the points of a question, which a wrong answer costs */
  negative_percent: number
  show_time: QuizShowTime
  show_part: QuizShowPart
  closes_at: Nullable<Date>
  /** where its questions come from, as `QuizPart` of the contract; always read as a whole */
  parts: ColumnType<unknown, string, string>
  created_at: Date
}

/** Attempts counted by `adapters/rate-limits/postgres.ts`. Unlogged: empty after a crash of the database server. */
export type RateLimitsTable = {
  /** name of the limit and hash of its key */
  key: string
  points: number
  /** end of the window in milliseconds since 1970 */
  expire: ColumnType<string, number, number>
}

export type RecoveryCodesTable = {
  user_id: string
  /** SHA-256 of user and code; the code has 80 random bits */
  code_hash: Buffer
  created_at: Date
  used_at: Nullable<Date>
}

export type RefundsTable = {
  id: string
  order_id: string
  payment_id: string
  amount_paise: number
  reason: RefundReason
  /** it returns what a sale booked; false for money that never was booked */
  booked: boolean
  status: RefundStatus
  provider_refund_id: Nullable<string>
  /** part of the key that makes the call to the provider idempotent */
  attempt: Defaulted<number>
  /** what the provider said when it failed */
  problem: Defaulted<string>
  note: Defaulted<string>
  /** null where no one did: the job, or the provider */
  requested_by: Nullable<string>
  created_at: Date
  checked_at: Nullable<Date>
  ended_at: Nullable<Date>
}

/** Reviews that users reported to the admins. */
export type ReviewReportsTable = {
  review_id: string
  user_id: string
  reason: ReportReason
  /** what the user wrote beside the reason */
  note: Defaulted<string>
  created_at: Date
  /** when an admin kept the review; null while the report is open */
  closed_at: Nullable<Date>
}

export type ReviewsTable = {
  id: string
  course_id: string
  user_id: string
  rating: number
  comment: string
  created_at: Date
  /** last change of stars or comment; null while there was none */
  edited_at: Nullable<Date>
  /** of the course's educator */
  reply: Nullable<string>
  replied_at: Nullable<Date>
  /** reports that no admin has decided, for the order of the list of reported reviews */
  open_reports: Defaulted<number>
  /** when it was last reported */
  reported_at: Nullable<Date>
  /** false once its author got their money back after watching next to nothing: others do not see it, and its stars do not count */
  is_counted: Defaulted<boolean>
}

/** What a statement changed in items and enrolments, as triggers noted it; a job adds it to the sums. */
export type SalesChangesTable = {
  id: ColumnType<string, number, number>
  educator_id: string
  course_id: string
  /** of the sale or the enrolment */
  at: Date
  enrolments: Defaulted<number>
  revenue_paise: Defaulted<ColumnType<string, number, number>>
  completed: Defaulted<number>
}

/** Records of the sandbox payment provider, separate from our own orders. */
export type SandboxOrdersTable = {
  id: string
  body: string
}

/** Filters of lists that admins have saved under a name. */
export type SavedFiltersTable = {
  id: string
  user_id: string
  list: FilteredList
  name: string
  /** JSON of the values that are set */
  query: ColumnType<unknown, string, string>
  created_at: Date
}

/** How probable a match must be for a search to be sure of it, as it was found for a catalogue. */
export type SearchCalibrationsTable = {
  /** hash of version, data of the search, embedding model and the lexicon of the settings */
  basis: string
  /** from 0 to 1 */
  sure: number
  /** eight bytes for each course that the catalogue had */
  marks: Buffer
  updated_at: Date
}

/** What the server gave of a lecture to a buyer, or allowed a proxy or store to give: decides refunds. Only grows; goes with the account. */
export type ServedLecturesTable = {
  user_id: string
  course_id: string
  /** stays when the lecture is removed */
  lecture_id: string
  /** hundredths of its videos, the first one first */
  video: Defaulted<string>
  /** hundredths of its files, in their order */
  files: Defaulted<string>
  /** its text was given */
  is_read: Defaulted<boolean>
}

/** Starts of live sessions that students were reminded of. */
export type SessionRemindersTable = {
  lecture_id: string
  start_time: Date
}

export type SessionsTable = {
  id: string
  token_hash: Buffer
  user_id: string
  user_agent: string
  created_at: Date
  renewed_at: Date
  expires_at: Date
  /** until when the cookie from before `__Host-vc_session` is taken; null for sessions that began later */
  plain_cookie_until: Nullable<Date>
  /** network that it was opened from, without the last part of the address */
  place: Defaulted<string>
  /** when the owner last confirmed in it that they are there */
  confirmed_at: Nullable<Date>
}

/** Settings that admins changed, by their name in the contract; the others come from the environment. */
export type SettingsTable = {
  name: string
  value: ColumnType<unknown, string, string>
  changed_at: Date
}

/** Totals that are too slow to count at each request of a large site. */
export type SiteFiguresTable = {
  name: string
  value: ColumnType<unknown, string, string>
  counted_at: Date
}

/** The pages that a shop must show, each version as readers saw it. Rows never change (a trigger). */
export type SitePageVersionsTable = {
  id: string
  /** of `sitePageKinds` in the contract */
  kind: string
  language: string
  /** counts the versions of a page in a language */
  number: number
  /** published by an admin, with changed figures, or the default text to which someone agreed */
  origin: SitePageOrigin
  /** with placeholders */
  source: string
  /** as readers saw it, in Markdown */
  body: string
  /** of kind, language and body */
  digest: string
  created_at: Date
  /** null where a consent kept it */
  created_by: Nullable<string>
}

/** What a course consisted of when it was sold, without free previews; orders of the same outline share a row. */
export type SoldOutlinesTable = {
  /** hash of the rest */
  id: string
  lecture_ids: string[]
  /** length of the video of each lecture; 300 where it is not known */
  video_seconds: number[]
  /** time to read the text of each lecture */
  text_seconds: number[]
}

/** Room in the media store for uploads that have begun. */
export type StorageReservationsTable = {
  id: string
  owner_id: string
  /** what has arrived, and a part of what follows while the upload is fed */
  bytes: ColumnType<string, number, number>
  expires_at: Date
  /** counts for the account while the upload is fed */
  announced: Defaulted<ColumnType<string, number, number>>
  /** what has arrived; while more arrives, somewhat less */
  stored: Defaulted<ColumnType<string, number, number>>
  /** when nothing has come by then, the room is only for what has arrived */
  fed_until: Defaulted<Date>
}

/** The sums over all users, in parts: the sum of the rows counts, a single one says nothing. */
export type StorageTotalsTable = {
  shard: number
  videos: Defaulted<ColumnType<string, number, number>>
  streams: Defaulted<ColumnType<string, number, number>>
  files: Defaulted<ColumnType<string, number, number>>
  images: Defaulted<ColumnType<string, number, number>>
  unfinished: Defaulted<ColumnType<string, number, number>>
  texts: Defaulted<ColumnType<string, number, number>>
}

/** Bytes of each user by kind; kept by triggers. `owner_id` is empty for images of no one. */
export type StorageUsageTable = {
  owner_id: string
  videos: Defaulted<ColumnType<string, number, number>>
  streams: Defaulted<ColumnType<string, number, number>>
  files: Defaulted<ColumnType<string, number, number>>
  images: Defaulted<ColumnType<string, number, number>>
  /** reserved for uploads that have begun */
  unfinished: Defaulted<ColumnType<string, number, number>>
  /** of courses, lectures, captions and transcripts, in the database */
  texts: Defaulted<ColumnType<string, number, number>>
  total: Nullable<ColumnType<string, number, number>>
}

/** How long workers have worked on the streams of each educator, for turns; what is a day old counts half. */
export type StreamTurnsTable = {
  owner_id: string
  /** as of `counted_at` */
  used_seconds: number
  counted_at: Date
}

/** Seconds of speech that an educator had recognised in a day. */
export type TranscriptionDaysTable = {
  /** UTC */
  day: string
  owner_id: string
  seconds: number
}

/** The last time that captions of a lecture were made by machine, or of a transcript. */
export type TranscriptionsTable = {
  lecture_id: string
  /** of the request; jobs of an earlier one of the same lecture do nothing */
  id: string
  /** the educator who started it */
  owner_id: string
  /** what is heard; nothing is stored when the lecture has another video by then */
  video_id: string
  /** what is heard for: recognised speech, or the times of a transcript */
  kind: Defaulted<TranscriptionKind>
  /** the text that is timed; null in the end */
  transcript: Nullable<string>
  language: string
  /** version of the captions that the result replaces; null for none */
  replaces: Nullable<string>
  state: TranscriptionState
  /** length of the video */
  seconds: number
  /** how much of it was heard */
  heard_seconds: Defaulted<number>
  /** what was heard so far; empty in the end */
  lines: Defaulted<ColumnType<unknown, string, string>>
  /** how often the present part failed */
  failures: Defaulted<number>
  /** a sentence for the educator */
  problem: Nullable<string>
  requested_at: Date
  changed_at: Date
}

/** Questions that a course did not answer, counted without who asked them. */
export type UnansweredQuestionsTable = {
  id: string
  course_id: string
  /** that was open; null for a question about the course */
  lecture_id: Nullable<string>
  question: string
  /** by how many people, each once a day */
  askings: Defaulted<number>
  first_asked_at: Date
  last_asked_at: Date
}

/** Questions that the search was not sure of, counted without who asked them. */
export type UnsureSearchesTable = {
  id: string
  question: string
  found: UnsureFound
  /** waiting for an admin, an idea for a course, dealt with */
  state: Defaulted<UnsureState>
  /** by how many people, each once a day */
  askings: Defaulted<number>
  first_asked_at: Date
  last_asked_at: Date
}

/** Videos that arrive in parts, and what became of them; their bytes are with the port `uploads`. */
export type UploadsTable = {
  id: string
  owner_id: string
  /** null when the lecture was removed meanwhile */
  lecture_id: Nullable<string>
  /** id that the video gets when it is complete */
  video_id: string
  /** of the room in the media store */
  reservation_id: string
  file_name: string
  bytes: ColumnType<string, number, number>
  /** bytes, up to some seconds old */
  received: ColumnType<string, number, number>
  /** what the browser says the file is, in hexadecimal digits */
  announced_sha256: Nullable<string>
  state: Defaulted<UploadState>
  /** what the educator reads of why it was refused */
  problem: Nullable<string>
  /** which request or job handles it */
  lease: Nullable<string>
  /** while it is in the future, who has the lease is alive */
  lease_until: Nullable<Date>
  /** another request waits for the lease */
  release_wanted: Defaulted<boolean>
  created_at: Date
  /** when the last byte came */
  arrived_at: Nullable<Date>
  /** SHA-256 of slices by their number, as far as the client noted them */
  checksums: Defaulted<ColumnType<unknown, string, string>>
  /** when the row and what is left of the bytes are deleted */
  expires_at: Date
}

/** Challenges of passkeys that were answered, until they would have expired: each works once. */
export type UsedChallengesTable = {
  hash: Buffer
  expires_at: Date
}

export type UsersTable = {
  id: string
  name: string
  /** lower case, unique */
  email: string
  /** argon2id in PHC form; null for accounts without a password */
  password_hash: Nullable<string>
  role: Role
  description: Defaulted<string>
  photo_id: Nullable<string>
  created_at: Date
  /** when the user first verified that they read mail to this address */
  email_verified_at: Nullable<Date>
  /** set while an admin suspends the account */
  suspended_at: Nullable<Date>
  suspended_reason: Defaulted<string>
  /** set when the user was anonymised; the row stays for what refers to it */
  deleted_at: Nullable<Date>
  /** pages of an educator's courses show the address */
  show_email: Defaulted<boolean>
  /** when an account that has another role now was an admin last */
  admin_until: Nullable<Date>
  /** since when an admin is one; null for long ago, and for others */
  admin_since: Nullable<Date>
  language: Nullable<string>
  /** since when the account has a second factor; null without one */
  factor_since: Nullable<Date>
  /** after it, sign-ins in new browsers are mailed about */
  first_sign_in_at: Nullable<Date>
}

/** What enrolled students answered to questions in videos. They are no marks. */
export type VideoCheckAnswersTable = {
  lecture_id: string
  question_id: string
  user_id: string
  /** the last one, as `KeptAnswer` of features/quizzes */
  answer: ColumnType<unknown, string, string>
  /** that were marked; one that is right is the last */
  tries: number
  is_right: boolean
  answered_at: Date
}

/** Questions of the bank at which the video of a lecture stops. */
export type VideoChecksTable = {
  lecture_id: string
  question_id: string
  /** in the list of its educator, for those with the same second */
  position: number
  second: number
  may_skip: boolean
  /** after so many that are not right, the right answer is shown */
  tries: number
}

export type VideosTable = {
  id: string
  owner_id: string
  content_type: string
  bytes: ColumnType<string, number, number>
  created_at: Date
  /** whole seconds, at least 1; null where it is unknown */
  duration_seconds: Nullable<number>
  /** poster image; null where none could be made */
  poster_id: Nullable<string>
  /** pixels of the source as it is shown, like `height`; null until it was probed */
  width: Nullable<number>
  height: Nullable<number>
  has_audio: Nullable<boolean>
  /** of the original, in hexadecimal digits; null where the upload did not tell */
  sha256: Nullable<string>
  /** when the original was deleted, since the stream is enough */
  original_dropped_at: Nullable<Date>
  /** folder of the stream that is served, also while the next one is made */
  stream_id: Nullable<string>
  /** folder that a worker fills now, or did not finish */
  stream_next_id: Nullable<string>
  stream_state: Defaulted<StreamState>
  /** of the work that is running */
  stream_percent: Defaulted<number>
  /** what the educator reads of why it failed */
  stream_problem: Nullable<string>
  /** of all files of the stream */
  stream_bytes: Defaulted<ColumnType<string, number, number>>
  /** see `streams.ts` of the feature */
  renditions: Defaulted<ColumnType<unknown, string, string>>
  /** null without one */
  storyboard: Nullable<ColumnType<unknown, string, string>>
  /** 1 for earlier videos, which wait for all others */
  stream_priority: Defaulted<number>
  /** since when it waits */
  stream_queued_at: Nullable<Date>
  /** when a worker began last */
  stream_started_at: Nullable<Date>
  /** while it is in the future, the worker that took it is alive; of one that waits: before it no worker takes it again */
  stream_lease_until: Nullable<Date>
  /** how often a worker has begun */
  stream_attempts: Defaulted<number>
  /** length of the longest picture or sound of the original; null until a stream was compared */
  source_seconds: Nullable<number>
  /** length of the shortest rendition, at most a second from `source_seconds` */
  stream_seconds: Nullable<number>
}

export type WishlistItemsTable = {
  user_id: string
  course_id: string
  created_at: Date
}

/** What a refund was less because a bundle cost its buyer more without the refunded course. It goes back with the bundle. */
export type WithheldRefundsTable = {
  bundle_order_id: string
  /** whose refund was less */
  from_order_id: string
  amount_paise: number
  created_at: Date
  /** when it went back */
  returned_at: Nullable<Date>
}

export type Database = {
  account_codes: AccountCodesTable
  admin_invitations: AdminInvitationsTable
  announcement_reports: AnnouncementReportsTable
  announcements: AnnouncementsTable
  answer_attempts: AnswerAttemptsTable
  answer_files: AnswerFilesTable
  answers: AnswersTable
  assignments: AssignmentsTable
  assistant_usage: AssistantUsageTable
  audit_log: AuditLogTable
  authenticator_apps: AuthenticatorAppsTable
  bank_forms: BankFormsTable
  bank_imports: BankImportsTable
  bank_questions: BankQuestionsTable
  billing_details: BillingDetailsTable
  bulk_acts: BulkActsTable
  bulk_rows: BulkRowsTable
  bundle_courses: BundleCoursesTable
  bundles: BundlesTable
  cache_versions: CacheVersionsTable
  calendar_addresses: CalendarAddressesTable
  caption_texts: CaptionTextsTable
  category_counts: CategoryCountsTable
  certificate_keys: CertificateKeysTable
  certificates: CertificatesTable
  completion_rules: CompletionRulesTable
  consents: ConsentsTable
  coupon_courses: CouponCoursesTable
  coupon_uses: CouponUsesTable
  coupons: CouponsTable
  course_completions: CourseCompletionsTable
  course_sales: CourseSalesTable
  course_sections: CourseSectionsTable
  course_sums: CourseSumsTable
  course_vectors: CourseVectorsTable
  course_viewers: CourseViewersTable
  courses: CoursesTable
  disputes: DisputesTable
  drafts: DraftsTable
  early_openings: EarlyOpeningsTable
  educator_balances: EducatorBalancesTable
  educator_held: EducatorHeldTable
  educator_months: EducatorMonthsTable
  educator_sales: EducatorSalesTable
  enrolments: EnrolmentsTable
  error_events: ErrorEventsTable
  files: FilesTable
  identities: IdentitiesTable
  images: ImagesTable
  invoice_counters: InvoiceCountersTable
  invoice_mails: InvoiceMailsTable
  invoices: InvoicesTable
  lecture_attachments: LectureAttachmentsTable
  lecture_captions: LectureCaptionsTable
  lecture_passages: LecturePassagesTable
  lecture_progress: LectureProgressTable
  lecture_sums: LectureSumsTable
  lecture_views: LectureViewsTable
  lectures: LecturesTable
  ledger_balances: LedgerBalancesTable
  ledger_entries: LedgerEntriesTable
  ledger_transactions: LedgerTransactionsTable
  live_attendance: LiveAttendanceTable
  live_attendance_rules: LiveAttendanceRulesTable
  live_board_elements: LiveBoardElementsTable
  live_boards: LiveBoardsTable
  live_cohosts: LiveCohostsTable
  live_former_speakers: LiveFormerSpeakersTable
  live_messages: LiveMessagesTable
  live_notes: LiveNotesTable
  live_participants: LiveParticipantsTable
  live_poll_votes: LivePollVotesTable
  live_polls: LivePollsTable
  live_recordings: LiveRecordingsTable
  live_removed_participants: LiveRemovedParticipantsTable
  live_sessions: LiveSessionsTable
  mark_corrections: MarkCorrectionsTable
  notes: NotesTable
  notification_mails: NotificationMailsTable
  notification_settings: NotificationSettingsTable
  notifications: NotificationsTable
  opened_lectures: OpenedLecturesTable
  order_events: OrderEventsTable
  order_items: OrderItemsTable
  orders: OrdersTable
  outbox_attachments: OutboxAttachmentsTable
  outbox_mails: OutboxMailsTable
  passage_sets: PassageSetsTable
  passkeys: PasskeysTable
  password_codes: PasswordCodesTable
  password_links: PasswordLinksTable
  password_mail_rates: PasswordMailRatesTable
  password_reset_tokens: PasswordResetTokensTable
  payment_findings: PaymentFindingsTable
  payout_accounts: PayoutAccountsTable
  payout_runs: PayoutRunsTable
  payouts: PayoutsTable
  post_digests: PostDigestsTable
  post_follows: PostFollowsTable
  post_reports: PostReportsTable
  post_votes: PostVotesTable
  posts: PostsTable
  price_changes: PriceChangesTable
  quiz_answers: QuizAnswersTable
  quiz_attempts: QuizAttemptsTable
  quiz_extras: QuizExtrasTable
  quiz_mark_changes: QuizMarkChangesTable
  quiz_pictures: QuizPicturesTable
  quizzes: QuizzesTable
  rate_limits: RateLimitsTable
  recovery_codes: RecoveryCodesTable
  refunds: RefundsTable
  review_reports: ReviewReportsTable
  reviews: ReviewsTable
  sales_changes: SalesChangesTable
  sandbox_orders: SandboxOrdersTable
  saved_filters: SavedFiltersTable
  search_calibrations: SearchCalibrationsTable
  served_lectures: ServedLecturesTable
  session_reminders: SessionRemindersTable
  sessions: SessionsTable
  settings: SettingsTable
  site_figures: SiteFiguresTable
  site_page_versions: SitePageVersionsTable
  sold_outlines: SoldOutlinesTable
  storage_reservations: StorageReservationsTable
  storage_totals: StorageTotalsTable
  storage_usage: StorageUsageTable
  stream_turns: StreamTurnsTable
  transcription_days: TranscriptionDaysTable
  transcriptions: TranscriptionsTable
  unanswered_questions: UnansweredQuestionsTable
  unsure_searches: UnsureSearchesTable
  uploads: UploadsTable
  used_challenges: UsedChallengesTable
  users: UsersTable
  video_check_answers: VideoCheckAnswersTable
  video_checks: VideoChecksTable
  videos: VideosTable
  wishlist_items: WishlistItemsTable
  withheld_refunds: WithheldRefundsTable
}
