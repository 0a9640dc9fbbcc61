import type { api, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { UserRow } from '#db/schema.ts'
import { likeText } from '../courses/index.ts'

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
  | 'created_at'
> & { last_seen_at: Date | null; course_count: number; enrolment_count: number }

const columns = sql`users.id, users.name, users.email, users.photo_id, users.role, users.suspended_at,
  users.suspended_reason, users.email_verified_at, users.created_at,
  (select max(renewed_at) from sessions where sessions.user_id = users.id) as last_seen_at,
  (select count(*)::int from courses where creator_id = users.id and removed_at is null) as course_count,
  (select count(*)::int from enrolments where enrolments.user_id = users.id) as enrolment_count`

function fitting({ text, role, state }: Pick<UserQuery, 'text' | 'role' | 'state'>): RawBuilder<unknown> {
  const wanted = [sql`users.deleted_at is null`]
  if (text) wanted.push(sql`(users.name ilike ${likeText(text)} or users.email ilike ${likeText(text)})`)
  if (role) wanted.push(sql`users.role = ${role}`)
  if (state) wanted.push(state === 'suspended' ? sql`users.suspended_at is not null` : sql`users.suspended_at is null`)
  return sql.join(wanted, sql` and `)
}

/** A page of accounts, newest first. */
export async function findUsers(on: Executor, query: UserQuery): Promise<AdminUserRow[]> {
  const { rows } = await sql<AdminUserRow>`select ${columns} from users where ${fitting(query)}
    order by users.created_at desc, users.id desc limit ${query.limit} offset ${query.offset}`.execute(on)
  return rows
}

export async function countUsers(on: Executor, query: UserQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where ${fitting(query)}`.execute(on)
  return rows[0]?.count ?? 0
}

/** One account that is not deleted. */
export async function findAdminUser(on: Executor, id: string): Promise<AdminUserRow | undefined> {
  const { rows } = await sql<AdminUserRow>`
    select ${columns} from users where users.id = ${id} and users.deleted_at is null`.execute(on)
  return rows[0]
}
