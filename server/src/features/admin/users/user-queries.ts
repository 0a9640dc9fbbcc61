import type { api, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { UserRow } from '#db/schema.ts'
import { likeText } from '../../courses/index.ts'

export type UserQuery = QueryOf<typeof api.admin.users>

export type AdminUserRow = Pick<
  UserRow,
  | 'id'
  | 'name'
  | 'email'
  | 'photo_id'
  | 'role'
  | 'suspended_at'
  | 'suspended_reason'
  | 'email_verified_at'
  | 'factor_since'
  | 'created_at'
> & { last_seen_at: Date | null; course_count: number; enrolment_count: number }

const order = newestFirst('users')

const columns = sql`users.id, users.name, users.email, users.photo_id, users.role, users.suspended_at,
  users.suspended_reason, users.email_verified_at, users.factor_since, users.created_at,
  (select max(renewed_at) from sessions where sessions.user_id = users.id) as last_seen_at,
  (select count(*)::int from courses where creator_id = users.id and removed_at is null) as course_count,
  (select count(*)::int from enrolments where enrolments.user_id = users.id) as enrolment_count`

type Filter = Pick<UserQuery, 'text' | 'role' | 'state'>

function filterOf({ text, role, state }: Filter): RawBuilder<unknown> {
  const wanted = [sql`users.deleted_at is null`]
  if (text) wanted.push(sql`(users.name ilike ${likeText(text)} or users.email ilike ${likeText(text)})`)
  if (role) wanted.push(sql`users.role = ${role}`)
  if (state) wanted.push(state === 'suspended' ? sql`users.suspended_at is not null` : sql`users.suspended_at is null`)
  return sql.join(wanted, sql` and `)
}

/** Returns a page of accounts, newest first. */
export async function findUsers(on: Executor, query: Filter & PageQuery): Promise<Page<AdminUserRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<AdminUserRow & Keyed>`
    select ${columns}, ${key} from users where ${filterOf(query)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countUsers = (on: Executor, query: UserQuery): Promise<number> =>
  countUpTo(on, sql`users where ${filterOf(query)}`)

/** Returns an account that is not deleted. */
export async function findAdminUser(on: Executor, id: string): Promise<AdminUserRow | undefined> {
  const { rows } = await sql<AdminUserRow>`
    select ${columns} from users where users.id = ${id} and users.deleted_at is null`.execute(on)
  return rows[0]
}

/** Queries for the parts of a user's data by their name in the exported file; money in paise. */
const parts = {
  sessions: (id: string) => sql`
    select user_agent as "browser", place as "network", created_at as "since", renewed_at as "lastSeen" from sessions
    where user_id = ${id} order by created_at`,
  identities: (id: string) => sql`
    select issuer, subject, created_at as "since" from identities where user_id = ${id} order by created_at`,
  passkeys: (id: string) => sql`
    select name, created_at as "since", last_used_at as "lastUsed" from passkeys where user_id = ${id} order by created_at`,
  authenticatorApp: (id: string) => sql`
    select confirmed_at as "since" from authenticator_apps where user_id = ${id} and confirmed_at is not null`,
  recoveryCodes: (id: string) => sql`
    select created_at as "since", used_at as "usedAt" from recovery_codes where user_id = ${id} order by used_at`,
  courses: (id: string) => sql`
    select id, title, sub_title as "subTitle", description, outcomes, requirements, audience, category, level, language, price_paise as "pricePaise",
      grants_certificate as certificate, is_published as "published", created_at as "createdAt", removed_at as "removedAt"
    from courses where creator_id = ${id} order by created_at`,
  uploads: (id: string) => sql`
    select file_name as "file", bytes, received, state, created_at as "since" from uploads
    where owner_id = ${id} order by created_at`,
  // a text is left out behind the first 20 million characters: an educator may have written more than fits into memory
  lectures: (id: string) => sql`
    select courses.title as course, sections.title as section, lectures.title,
      case when sum(length(lectures.description) + length(lectures.body)) over (order by courses.created_at, courses.id, lectures.position)
        <= 20000000 then lectures.description end as description,
      case when sum(length(lectures.description) + length(lectures.body)) over (order by courses.created_at, courses.id, lectures.position)
        <= 20000000 then lectures.body end as text,
      array(select name from lecture_attachments where lecture_id = lectures.id order by created_at, id) as files
    from courses join lectures on lectures.course_id = courses.id
      left join course_sections as sections on sections.id = lectures.section_id
    where courses.creator_id = ${id} order by courses.created_at, courses.id, lectures.position`,
  answers: (id: string) => sql`
    select courses.title as course, lectures.title as assignment, answers.state, answers.text, answers.changed_at as "changedAt",
      (select coalesce(json_agg(json_build_object(
          'number', number, 'text', tried.text, 'handedInAt', handed_in_at, 'outcome', outcome, 'marks', marks, 'percentOff', percent_off,
          'maxMarks', max_marks, 'comments', comments, 'comment', comment, 'markedAt', marked_at
        ) order by number), '[]')
        from answer_attempts as tried where tried.answer_id = answers.id) as attempts,
      array(select name from answer_files where answer_id = answers.id order by created_at, id) as files
    from answers join lectures on lectures.id = answers.lecture_id join courses on courses.id = lectures.course_id
    where answers.student_id = ${id} order by answers.changed_at, answers.id`,
  enrolments: (id: string) => sql`
    select courses.title as course, enrolments.amount_paise as "amountPaise", enrolments.created_at as "at"
    from enrolments join courses on courses.id = enrolments.course_id
    where enrolments.user_id = ${id} order by enrolments.created_at`,
  orders: (id: string) => sql`
    select orders.id, orders.provider_order_id as "providerOrder", orders.payment_id as "payment", courses.title as course,
      orders.list_paise as "listPaise", orders.amount_paise as "amountPaise", orders.refunded_paise as "refundedPaise", orders.status,
      orders.created_at as "createdAt", orders.settled_at as "settledAt",
      (select coalesce(json_agg(json_build_object(
          'course', courses.title, 'amountPaise', items.amount_paise, 'refundedPaise', items.refunded_paise
        ) order by courses.title), '[]')
        from order_items as items join courses on courses.id = items.course_id where items.order_id = orders.id) as items,
      (select coalesce(json_agg(json_build_object(
          'amountPaise', refunds.amount_paise, 'reason', refunds.reason, 'note', refunds.note, 'status', refunds.status,
          'createdAt', refunds.created_at, 'endedAt', refunds.ended_at
        ) order by refunds.created_at), '[]')
        from refunds where refunds.order_id = orders.id) as refunds
    from orders join courses on courses.id = orders.course_id where orders.user_id = ${id} order by orders.created_at`,
  couponUses: (id: string) => sql`
    select coupons.code, coupon_uses.order_id as "order", coupon_uses.state, coupon_uses.at
    from coupon_uses join coupons on coupons.id = coupon_uses.coupon_id
    where coupon_uses.user_id = ${id} order by coupon_uses.at, coupon_uses.order_id`,
  coupons: (id: string) => sql`
    select id, code, kind, value, min_price_paise as "minPricePaise", max_uses as "maxUses", created_at as "createdAt"
    from coupons where educator_id = ${id} order by created_at, id`,
  bundles: (id: string) => sql`
    select id, title, description, price_paise as "pricePaise", created_at as "createdAt", removed_at as "removedAt"
    from bundles where educator_id = ${id} order by created_at, id`,
  billingDetails: (id: string) => sql`
    select name, address, state, gstin, changed_at as "changedAt" from billing_details where user_id = ${id}`,
  consents: (id: string) => sql`
    select versions.kind as page, versions.number as version, versions.language, consents.order_id as "order",
      consents.given_at as "at"
    from consents join site_page_versions as versions on versions.id = consents.version_id
    where consents.user_id = ${id} order by consents.given_at, versions.kind`,
  invoices: (id: string) => sql`
    select number, kind, order_id as "order", issued_at as "issuedAt", seller, buyer, lines, amount_paise as "amountPaise",
      taxable_paise as "taxablePaise", cgst_paise as "cgstPaise", sgst_paise as "sgstPaise", igst_paise as "igstPaise"
    from invoices where user_id = ${id} order by issued_at, number`,
  reviews: (id: string) => sql`
    select courses.title as course, reviews.rating, reviews.comment, reviews.created_at as "at",
      reviews.edited_at as "editedAt"
    from reviews join courses on courses.id = reviews.course_id where reviews.user_id = ${id} order by reviews.created_at`,
  reviewReplies: (id: string) => sql`
    select courses.title as course, reviews.reply, reviews.replied_at as "at"
    from courses join reviews on reviews.course_id = courses.id
    where courses.creator_id = ${id} and reviews.reply is not null order by reviews.replied_at`,
  reviewReports: (id: string) => sql`
    select courses.title as course, reports.reason, reports.note, reports.created_at as "at", reports.closed_at as "closedAt"
    from review_reports as reports join reviews on reviews.id = reports.review_id
      join courses on courses.id = reviews.course_id
    where reports.user_id = ${id} order by reports.created_at`,
  announcements: (id: string) => sql`
    select courses.title as course, announcements.title, announcements.text, announcements.created_at as "at",
      announcements.edited_at as "editedAt"
    from announcements join courses on courses.id = announcements.course_id
    where courses.creator_id = ${id} and announcements.deleted_at is null order by announcements.created_at`,
  questions: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, posts.second, posts.title, posts.text, posts.created_at as "at",
      posts.edited_at as "editedAt", posts.hidden_at as "hiddenAt"
    from posts join courses on courses.id = posts.course_id left join lectures on lectures.id = posts.lecture_id
    where posts.user_id = ${id} and posts.question_id is null order by posts.created_at`,
  questionAnswers: (id: string) => sql`
    select courses.title as course, questions.title as question, posts.text, posts.created_at as "at",
      posts.edited_at as "editedAt", posts.hidden_at as "hiddenAt"
    from posts join posts as questions on questions.id = posts.question_id join courses on courses.id = posts.course_id
    where posts.user_id = ${id} order by posts.created_at`,
  questionVotes: (id: string) => sql`
    select courses.title as course, posts.question_id is not null as answer, votes.created_at as "at"
    from post_votes as votes join posts on posts.id = votes.post_id join courses on courses.id = posts.course_id
    where votes.user_id = ${id} order by votes.created_at`,
  followedQuestions: (id: string) => sql`
    select courses.title as course, follows.created_at as "at"
    from post_follows as follows join posts on posts.id = follows.post_id join courses on courses.id = posts.course_id
    where follows.user_id = ${id} order by follows.created_at`,
  questionReports: (id: string) => sql`
    select courses.title as course, reports.reason, reports.note, reports.created_at as "at", reports.closed_at as "closedAt"
    from post_reports as reports join posts on posts.id = reports.post_id join courses on courses.id = posts.course_id
    where reports.user_id = ${id} order by reports.created_at`,
  announcementReports: (id: string) => sql`
    select courses.title as course, reports.reason, reports.note, reports.created_at as "at", reports.closed_at as "closedAt"
    from announcement_reports as reports join announcements on announcements.id = reports.announcement_id
      join courses on courses.id = announcements.course_id
    where reports.user_id = ${id} order by reports.created_at`,
  drafts: (id: string) => sql`
    select kind, subject, typed, stored_at as "at" from drafts where user_id = ${id} order by stored_at, kind, subject`,
  savedFilters: (id: string) => sql`
    select list, name, query, created_at as "since" from saved_filters where user_id = ${id} order by list, name`,
  wishlistItems: (id: string) => sql`
    select courses.title as course, wishlist_items.created_at as "at" from wishlist_items join courses on courses.id = wishlist_items.course_id
    where wishlist_items.user_id = ${id} order by wishlist_items.created_at`,
  progress: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, progress.seconds, progress.completed_at as "completedAt",
      progress.watched_at as "watchedAt"
    from lecture_progress as progress join lectures on lectures.id = progress.lecture_id
      join courses on courses.id = lectures.course_id
    where progress.user_id = ${id} order by courses.title, lectures.position`,
  opened: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, opened.opened_at as "at"
    from opened_lectures as opened join lectures on lectures.id = opened.lecture_id
      join courses on courses.id = lectures.course_id
    where opened.user_id = ${id} order by courses.title, lectures.position`,
  openedEarly: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, early.opened_at as "at"
    from early_openings as early join lectures on lectures.id = early.lecture_id
      join courses on courses.id = lectures.course_id
    where early.user_id = ${id} order by courses.title, lectures.position`,
  watched: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, views.slot_seconds as "slotSeconds",
      array(
        select slot from generate_series(0, 8 * length(views.seen) - 1) as slot where get_bit(views.seen, slot) = 1
      ) as "slotsSeen",
      array(
        select slot from generate_series(0, 8 * length(views.again) - 1) as slot where get_bit(views.again, slot) = 1
      ) as "slotsSeenAgain",
      views.watched_seconds as "watchedSeconds", views.played_seconds as "playedSeconds", views.reported_at as "reportedAt"
    from lecture_views as views join lectures on lectures.id = views.lecture_id
      join courses on courses.id = lectures.course_id
    where views.user_id = ${id} order by courses.title, lectures.position`,
  servedLectures: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, bit_count(served.video)::integer as "videoPercent",
      bit_count(served.files)::integer as "filesPercent", served.is_read as "textRead"
    from served_lectures as served join courses on courses.id = served.course_id
      left join lectures on lectures.id = served.lecture_id
    where served.user_id = ${id} order by courses.title, lectures.position, served.lecture_id`,
  certificates: (id: string) => sql`
    select serial, name, course_title as course, educator_name as educator, completed_at as "completedAt", issued_at as "issuedAt",
      withdrawn_at as "withdrawnAt", withdrawn_because as "withdrawnBecause", withdrawn_reason as "reason"
    from certificates where user_id = ${id} order by issued_at, status_index`,
  courseCompletions: (id: string) => sql`
    select courses.title as course, done.completed_at as "at"
    from course_completions as done join courses on courses.id = done.course_id
    where done.user_id = ${id} order by done.completed_at`,
  markCorrections: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, corrections.done,
      corrections.marks / 100.0 as marks, corrections.max_marks / 100.0 as "mostMarks", corrections.reason, corrections.created_at as "at"
    from mark_corrections as corrections join lectures on lectures.id = corrections.lecture_id
      join courses on courses.id = corrections.course_id
    where corrections.user_id = ${id} order by corrections.created_at, corrections.id`,
  adminInvitations: (id: string) => sql`
    select invitations.created_at as "at", invitations.expires_at as "expiresAt", invitations.used_at as "acceptedAt",
      invitations.withdrawn_at as "withdrawnAt"
    from admin_invitations as invitations join users on users.email = invitations.email where users.id = ${id}`,
  notificationSettings: (id: string) => sql`
    select subject, in_app as "inApp", by_mail as "byMail" from notification_settings
    where user_id = ${id} order by subject`,
  notificationMails: (id: string) => sql`
    select kind, created_at as "at", sent_at as "sentAt" from notification_mails
    where user_id = ${id} order by created_at, event_key`,
  // no more of the account number than its end: the file may end up anywhere
  payoutAccount: (id: string) => sql`
    select last4, holder_hint as "holder", changed_at as "changedAt" from payout_accounts where user_id = ${id}`,
  payouts: (id: string) => sql`
    select amount_paise::float8 as "amountPaise", status, reference, problem, last4, created_at as "createdAt", changed_at as "changedAt"
    from payouts where educator_id = ${id} and status in ('sent', 'paid', 'returned') order by created_at`,
  liveMessages: (id: string) => sql`
    select message, question, created_at as "at" from live_messages where user_id = ${id} order by created_at`,
  liveAttendance: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, visits.entered_at as "from", visits.seen_at as "to"
    from live_attendance as visits join lectures on lectures.id = visits.lecture_id
      join courses on courses.id = lectures.course_id
    where visits.user_id = ${id} order by visits.entered_at`,
  liveRecordings: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, recordings.state, recordings.started_at as "from",
      recordings.stopped_at as "to", recordings.seconds, recordings.bytes::float8 as bytes
    from live_recordings as recordings left join lectures on lectures.id = recordings.lecture_id
      left join courses on courses.id = lectures.course_id
    where recordings.owner_id = ${id} order by recordings.started_at`,
  liveVotes: (id: string) => sql`
    select question, (select array_agg(choices[one + 1]) from unnest(chosen) as one) as "chosen", voted_at as "at"
    from live_poll_votes join live_polls on live_polls.id = poll_id where user_id = ${id} order by voted_at`,
}

/** Returns the data of a user; undefined when there is no such account or it was deleted. */
export async function findEverythingOf(on: Executor, id: string): Promise<object | undefined> {
  const { rows } = await sql<object>`
    select id, name, email, role, description, photo_id is not null as "hasPhoto",
      password_hash is not null as "hasPassword", email_verified_at as "emailProvenAt", created_at as "createdAt",
      suspended_at as "suspendedAt", suspended_reason as "suspendedReason"
    from users where id = ${id} and deleted_at is null`.execute(on)
  const [account] = rows
  if (!account) return undefined
  const everything: Record<string, unknown> = { account }
  for (const [name, query] of Object.entries(parts)) everything[name] = (await query(id).execute(on)).rows
  return everything
}
