import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Each part of a person's data by its name in the file; money in paise. */
const parts = {
  sessions: (id: string) => sql`
    select user_agent as "browser", created_at as "since", renewed_at as "lastSeen" from sessions
    where user_id = ${id} order by created_at`,
  identities: (id: string) => sql`
    select issuer, subject, created_at as "since" from identities where user_id = ${id} order by created_at`,
  courses: (id: string) => sql`
    select id, title, sub_title as "subTitle", description, category, level, price_paise as "pricePaise",
      is_published as "published", created_at as "createdAt", removed_at as "removedAt"
    from courses where creator_id = ${id} order by created_at`,
  enrolments: (id: string) => sql`
    select courses.title as course, enrolments.amount_paise as "amountPaise", enrolments.created_at as "at"
    from enrolments join courses on courses.id = enrolments.course_id
    where enrolments.user_id = ${id} order by enrolments.created_at`,
  orders: (id: string) => sql`
    select orders.id, orders.provider_order_id as "providerOrder", orders.payment_id as "payment", courses.title as course,
      orders.amount_paise as "amountPaise", orders.status, orders.created_at as "createdAt", orders.settled_at as "settledAt"
    from orders join courses on courses.id = orders.course_id where orders.user_id = ${id} order by orders.created_at`,
  reviews: (id: string) => sql`
    select courses.title as course, reviews.rating, reviews.comment, reviews.created_at as "at"
    from reviews join courses on courses.id = reviews.course_id where reviews.user_id = ${id} order by reviews.created_at`,
  wishlistItems: (id: string) => sql`
    select courses.title as course, wishlist_items.created_at as "at" from wishlist_items join courses on courses.id = wishlist_items.course_id
    where wishlist_items.user_id = ${id} order by wishlist_items.created_at`,
  progress: (id: string) => sql`
    select courses.title as course, lectures.title as lecture, progress.seconds, progress.completed_at as "completedAt",
      progress.watched_at as "watchedAt"
    from lecture_progress as progress join lectures on lectures.id = progress.lecture_id
      join courses on courses.id = lectures.course_id
    where progress.user_id = ${id} order by courses.title, lectures.position`,
  adminInvitations: (id: string) => sql`
    select invitations.created_at as "at", invitations.expires_at as "expiresAt", invitations.used_at as "acceptedAt",
      invitations.withdrawn_at as "withdrawnAt"
    from admin_invitations as invitations join users on users.email = invitations.email where users.id = ${id}`,
  liveMessages: (id: string) => sql`
    select message, created_at as "at" from live_messages where user_id = ${id} order by created_at`,
}

/** All that stands in the database about a person; undefined when there is no such account, or no more. */
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
