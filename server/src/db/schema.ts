import type { AuditAction, AuditSubject, Category, Level, LiveState, Role } from '@virtual-courses/contract'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type {
  IdentitiesTable,
  PasswordCodesTable,
  PasswordLinksTable,
  PasswordMailRatesTable,
  PasswordResetTokensTable,
  SessionsTable,
} from './schema-accounts.ts'

/** `timestamptz`: read as Date, written as Date. */
type Timestamp = ColumnType<Date, Date, Date>
type Defaulted<T> = ColumnType<T, T | undefined, T>

export type UsersTable = {
  id: string
  name: string
  /** lower case, unique */
  email: string
  /** argon2id in PHC form; null for accounts without a password */
  password_hash: string | null
  role: Role
  description: Defaulted<string>
  photo_id: string | null
  /** when somebody first showed that he reads this address's mail; null while nobody has */
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** set while an admin shuts the account out */
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  suspended_reason: Defaulted<string>
  /** pages of an educator's courses show the address */
  show_email: Defaulted<boolean>
  /** the person was forgotten; the row stays for what refers to it */
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Timestamp
}

/** Mails of the demo start, which are not sent but read here. */
export type OutboxMailsTable = {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Timestamp
}

export type ImagesTable = {
  id: string
  owner_id: string | null
  /** pixels of the largest stored size */
  width: number
  height: number
  created_at: Timestamp
}

export type VideosTable = {
  id: string
  owner_id: string
  content_type: string
  bytes: ColumnType<string, number, number>
  /** whole seconds, at least 1; null where it could not be told */
  duration_seconds: ColumnType<number | null, number | null | undefined, number | null>
  /** a picture of it; null where none could be taken */
  poster_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

export type CoursesTable = {
  id: string
  creator_id: string
  title: string
  sub_title: Defaulted<string>
  description: Defaulted<string>
  category: Category | null
  level: Level | null
  /** null while the educator has set none */
  price_paise: number | null
  /** the price is one of 1 to 99 paise from before the minimum of ₹1: it cannot be ordered */
  price_below_minimum: Defaulted<boolean>
  thumbnail_id: string | null
  is_published: Defaulted<boolean>
  /** set when the creator removed a course that has enrolments: students keep it, nobody else sees it */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** set while an admin keeps the course off the list: its creator cannot publish it */
  unlisted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  unlisted_reason: Defaulted<string>
  /** it was published when it was taken off the list */
  unlisted_published: Defaulted<boolean>
  /** counters, kept by the transaction that changes what they count */
  rating_sum: Defaulted<number>
  rating_count: Defaulted<number>
  lecture_count: Defaulted<number>
  enrolment_count: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}

export type LecturesTable = {
  id: string
  course_id: string
  position: number
  title: string
  is_preview_free: Defaulted<boolean>
  live_state: Defaulted<LiveState>
  live_start_time: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** counts changes of the schedule */
  live_revision: Defaulted<number>
  video_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

export type LectureCaptionsTable = {
  lecture_id: string
  /** BCP 47 */
  language: string
  label: string
  /** a whole WebVTT file */
  vtt: string
  updated_at: Timestamp
}

/** How far a viewer is in a lecture that he opened or ticked. */
export type LectureProgressTable = {
  user_id: string
  lecture_id: string
  /** position from the start */
  seconds: number
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** when a position was last reported; null while the lecture was only ticked */
  watched_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  updated_at: Timestamp
}

/** Which may follow which stands in the rules of enrolments. `refund_due`: money that goes back is on its way. */
export type OrderStatus = 'created' | 'paid' | 'refund_due' | 'refunded' | 'expired' | 'failed'

export type OrdersTable = {
  id: string
  /** null until the provider has opened the order, and for free courses */
  provider_order_id: string | null
  user_id: string
  course_id: string
  amount_paise: number
  status: OrderStatus
  /** unique: one payment pays one order */
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** when the reconciliation job last asked the provider */
  checked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** names the request that is opening the order at the provider; null when none is */
  claim_id: ColumnType<string | null, string | null | undefined, string | null>
  claimed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export type EnrolmentsTable = {
  user_id: string
  course_id: string
  order_id: string | null
  amount_paise: number
  created_at: Timestamp
}

export type ReviewsTable = {
  id: string
  course_id: string
  user_id: string
  rating: number
  comment: string
  created_at: Timestamp
}

export type WishlistItemsTable = {
  user_id: string
  course_id: string
  created_at: Timestamp
}

export type NotificationsTable = {
  id: string
  user_id: string
  /** names what happened; unique for each user, so that nobody is told twice */
  event_key: string
  /** of features/notifications/kinds.ts */
  kind: string
  /** what the kind needs for its sentence and its link, as it was at the time */
  params: ColumnType<unknown, string, string>
  created_at: Timestamp
  /** null while unread */
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** what it may be collapsed by with later ones; null where each event has a notification of its own */
  topic: ColumnType<string | null, string | null | undefined, string | null>
  /** the events of the topic that it stands for */
  items: Defaulted<string[]>
}

/** A session of a lecture and its room. Open while `ended_at` is null; a lecture has one open session at most. */
export type LiveSessionsTable = {
  /** not guessable: the room's id */
  id: string
  /** null when the lecture is gone */
  lecture_id: string | null
  created_at: Timestamp
  /** null while only students wait in the room */
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** when the educator was last in the room; in the future while he has time to come for the first time */
  educator_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  end_reason: ColumnType<LiveEndReason | null, LiveEndReason | null | undefined, LiveEndReason | null>
}
export type LiveEndReason = 'ended' | 'educator-gone' | 'course-gone'

/** Who is in a room; one place for each user. */
export type LiveParticipantsTable = {
  peer_id: string
  session_id: string
  user_id: string
  /** SHA-256 of the token that brings the place back */
  token_hash: Buffer
  /** the socket that sits on it, or did when its line was lost */
  socket_id: string
  joined_at: Timestamp
  /** when a process last saw its socket */
  seen_at: Timestamp
  connected: boolean
  hand_raised: Defaulted<boolean>
  audio: Defaulted<boolean>
  video: Defaulted<boolean>
  screen: Defaulted<boolean>
}

/** Whom the educator removed from a session. */
export type LiveRemovedParticipantsTable = { session_id: string; user_id: string; removed_at: Timestamp }

export type LiveMessagesTable = {
  id: string
  session_id: string
  user_id: string
  message: string
  created_at: Timestamp
}

/** What a model of meanings makes of a course's texts. */
export type CourseVectorsTable = {
  course_id: string
  model: string
  /** tells whether the texts are still those that the vectors were made from */
  text_hash: string
  /** 32-bit floats, little-endian, one vector after the other */
  vectors: Buffer
  updated_at: Timestamp
}

/** What the sandbox provider remembers: its own books, kept apart from ours. */
export type SandboxOrdersTable = {
  id: string
  body: ColumnType<unknown, string, string>
}

/** What language models were asked on a day (UTC, 2026-11-21). Tokens as providers counted them. */
export type AssistantUsageTable = {
  day: string
  /** answers begun */
  answers: number
  input_tokens: Defaulted<number>
  output_tokens: Defaulted<number>
}

/** Counts changes of what all processes cache. */
export type CacheVersionsTable = {
  name: string
  version: Generated<number>
}

/** Settings that admins changed, by their name in the contract; the others are as the environment says. */
export type SettingsTable = {
  name: string
  value: ColumnType<unknown, string, string>
  changed_at: Timestamp
}

/** Invitations to become an admin: one row an address, whatever became of it. */
export type AdminInvitationsTable = {
  id: string
  /** lower case; null for the set-up link that names no address */
  email: string | null
  /** null for the operator: the set-up link, the command, ADMIN_EMAILS */
  invited_by: string | null
  /** valid only while the site has no admin */
  first_only: Defaulted<boolean>
  /** changes with each renewal: a mail of an older one is not sent any more */
  request_id: string
  /** SHA-256 of the token in a printed link, which proves no address */
  link_hash: Buffer | null
  /** SHA-256 of the token in a mail, which proves that its reader has the address */
  mail_hash: Buffer | null
  /** what was entered with a printed link, until the mail that follows is opened */
  pending_name: string | null
  pending_password_hash: string | null
  created_at: Timestamp
  expires_at: Timestamp
  /** when the mail was handed over; null before, and without a mail server */
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Every act of an admin. A trigger refuses changes. */
export type AuditLogTable = {
  id: string
  at: Timestamp
  action: AuditAction
  admin_id: string
  subject_kind: AuditSubject
  subject_id: string
  /** what it was called then; "" for users, whose names are read when the log is: it must not keep the name of who was forgotten */
  subject: string
  detail: string
}

/** Requests that ended in a fault of ours. Kept for a month. */
export type ErrorEventsTable = {
  id: string
  at: Timestamp
  request_id: string
  method: string
  path: string
  message: string
}

export type Database = {
  users: UsersTable
  sessions: SessionsTable
  identities: IdentitiesTable
  password_codes: PasswordCodesTable
  password_mail_rates: PasswordMailRatesTable
  password_links: PasswordLinksTable
  password_reset_tokens: PasswordResetTokensTable
  outbox_mails: OutboxMailsTable
  images: ImagesTable
  videos: VideosTable
  courses: CoursesTable
  lectures: LecturesTable
  lecture_captions: LectureCaptionsTable
  lecture_progress: LectureProgressTable
  orders: OrdersTable
  enrolments: EnrolmentsTable
  reviews: ReviewsTable
  wishlist_items: WishlistItemsTable
  notifications: NotificationsTable
  live_sessions: LiveSessionsTable
  live_participants: LiveParticipantsTable
  live_removed_participants: LiveRemovedParticipantsTable
  live_messages: LiveMessagesTable
  sandbox_orders: SandboxOrdersTable
  assistant_usage: AssistantUsageTable
  course_vectors: CourseVectorsTable
  cache_versions: CacheVersionsTable
  settings: SettingsTable
  admin_invitations: AdminInvitationsTable
  audit_log: AuditLogTable
  error_events: ErrorEventsTable
}

export type UserRow = Selectable<UsersTable>
export type CourseRow = Selectable<CoursesTable>
export type LectureRow = Selectable<LecturesTable>
export type OrderRow = Selectable<OrdersTable>
export type NewCourse = Insertable<CoursesTable>
