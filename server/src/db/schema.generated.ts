// Written by "npm run docs" from the migrated database and schema-notes.ts: do not edit.
import type {
  AuditAction,
  AuditSubject,
  Category,
  CourseLanguage,
  Level,
  LiveState,
  ReportReason,
  Role,
} from '@virtual-courses/contract'
import type { ColumnType } from 'kysely'
import type { AccountCodePurpose, LiveEndReason, OrderStatus } from './schema-notes.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

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

/** The last change of a cache by a user, until everyone gets it. */
export type CacheAuthorsTable = {
  name: string
  user_id: string
  version: number
}

/** Version counters of what all processes cache. */
export type CacheVersionsTable = {
  name: string
  version: Defaulted<number>
}

/** Number of published courses in each category, kept by triggers on courses. */
export type CategoryCountsTable = {
  category: string
  courses: number
}

/** What the list of published courses shows of a course, without what others change: names and counters. */
export type CourseDocumentsTable = {
  course_id: string
  /** version of the code that wrote the body; rows of another one count as missing */
  format: number
  /** a JSON object */
  body: string
}

/** Headings in the list of lectures of a course. */
export type CourseSectionsTable = {
  id: string
  course_id: string
  position: number
  title: string
  created_at: Date
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

export type CoursesTable = {
  id: string
  creator_id: string
  title: string
  sub_title: Defaulted<string>
  description: Defaulted<string>
  category: Nullable<Category>
  level: Nullable<Level>
  /** null while the educator has set none */
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

/** Files that lectures offer for download; their bytes are in the media store. */
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
  /** a whole WebVTT file */
  vtt: string
  updated_at: Date
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
}

export type LiveMessagesTable = {
  id: string
  session_id: string
  user_id: string
  message: string
  created_at: Date
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
}

/** Users whom the educator removed from a session; they may not return to it. */
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
}

/** Mails of the demo start, which are not sent but read here. */
export type OutboxMailsTable = {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Date
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

/** The last compressed list of published courses, and which process makes the next one. One row. */
export type PublishedListTable = {
  id: Defaulted<number>
  /** whose chunks are current; null before the first build */
  build: Nullable<string>
  hash: Defaulted<string>
  format: Defaulted<number>
  /** origin of the absolute URLs in the forms for other origins; empty where there are none */
  foreign_origin: Defaulted<string>
  /** version of the cache `catalogue` that the list contains at least */
  catalogue_version: Defaulted<number>
  /** version of the cache `counters` that the list contains at least */
  counters_version: Defaulted<number>
  built_at: Defaulted<Date>
  /** how long the last build took */
  cost_ms: Defaulted<number>
  /** before this time no build begins */
  next_at: Defaulted<Date>
  /** the build that is running, while `claimed_until` has not passed */
  claimed_by: Nullable<string>
  claimed_until: Defaulted<Date>
}

/** Bytes of a compressed list, in order. */
export type PublishedListChunksTable = {
  build: string
  /** origin and encoding, such as "own br" */
  form: string
  number: number
  bytes: Buffer
}

/** Attempts counted by `adapters/rate-limits/postgres.ts`. Unlogged: empty after a crash of the database server. */
export type RateLimitsTable = {
  /** name of the limit and hash of its key */
  key: string
  points: number
  /** end of the window in milliseconds since 1970 */
  expire: ColumnType<string, number, number>
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
}

/** Records of the sandbox payment provider, separate from our own orders. */
export type SandboxOrdersTable = {
  id: string
  body: string
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
}

export type WishlistItemsTable = {
  user_id: string
  course_id: string
  created_at: Date
}

export type Database = {
  account_codes: AccountCodesTable
  admin_invitations: AdminInvitationsTable
  assistant_usage: AssistantUsageTable
  audit_log: AuditLogTable
  cache_authors: CacheAuthorsTable
  cache_versions: CacheVersionsTable
  category_counts: CategoryCountsTable
  course_documents: CourseDocumentsTable
  course_sections: CourseSectionsTable
  course_vectors: CourseVectorsTable
  courses: CoursesTable
  enrolments: EnrolmentsTable
  error_events: ErrorEventsTable
  files: FilesTable
  identities: IdentitiesTable
  images: ImagesTable
  lecture_attachments: LectureAttachmentsTable
  lecture_captions: LectureCaptionsTable
  lecture_progress: LectureProgressTable
  lectures: LecturesTable
  live_messages: LiveMessagesTable
  live_participants: LiveParticipantsTable
  live_removed_participants: LiveRemovedParticipantsTable
  live_sessions: LiveSessionsTable
  notification_mails: NotificationMailsTable
  notification_settings: NotificationSettingsTable
  notifications: NotificationsTable
  orders: OrdersTable
  outbox_mails: OutboxMailsTable
  password_codes: PasswordCodesTable
  password_links: PasswordLinksTable
  password_mail_rates: PasswordMailRatesTable
  password_reset_tokens: PasswordResetTokensTable
  published_list: PublishedListTable
  published_list_chunks: PublishedListChunksTable
  rate_limits: RateLimitsTable
  review_reports: ReviewReportsTable
  reviews: ReviewsTable
  sandbox_orders: SandboxOrdersTable
  session_reminders: SessionRemindersTable
  sessions: SessionsTable
  settings: SettingsTable
  site_figures: SiteFiguresTable
  users: UsersTable
  videos: VideosTable
  wishlist_items: WishlistItemsTable
}
