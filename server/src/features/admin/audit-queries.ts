import { type AuditAction, type AuditSubject, type api, mostCounted, type QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { countUpTo, type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { findUsersNamed, likeText } from '../courses/index.ts'

export type AuditQuery = QueryOf<typeof api.admin.audit>

export type AuditRow = {
  id: string
  at: Date
  action: AuditAction
  admin_id: string
  admin_name: string | null
  subject_kind: AuditSubject
  subject_id: string
  subject: string
  detail: string
}

const order = newestFirst('audit_log', 'at')

/** Builds the condition of a query, used by its page and its count. */
export async function auditFilter(
  on: Executor,
  { action, adminId, text }: Pick<AuditQuery, 'action' | 'adminId' | 'text'>,
): Promise<RawBuilder<unknown>> {
  const wanted = [sql`true`]
  if (action) wanted.push(sql`audit_log.action = ${action}`)
  if (adminId) wanted.push(sql`audit_log.admin_id = ${adminId}`)
  if (text) {
    const like = likeText(text)
    // users and invited addresses are found by their current names; the log keeps none
    const [users, invitations] = await Promise.all([findUsersNamed(on, text), findInvitationsTo(on, like)])
    wanted.push(sql`(audit_log.detail ilike ${like} or audit_log.subject ilike ${like}
      or ${users.include(sql`audit_log.subject_id`)} or ${invitations})`)
  }
  return sql.join(wanted, sql` and `)
}

/** The condition for acts on invitations whose address has a text; see `Matches`. */
async function findInvitationsTo(on: Executor, like: string): Promise<RawBuilder<unknown>> {
  const rows = await on
    .selectFrom('admin_invitations')
    .select('id')
    .where('email', 'ilike', like)
    .limit(mostCounted + 1)
    .execute()
  if (rows.length <= mostCounted) return sql`audit_log.subject_id = any(${rows.map(({ id }) => id)}::text[])`
  return sql`exists (
    select from admin_invitations as invited where invited.id = audit_log.subject_id and invited.email ilike ${like}
  )`
}

/** Returns a page of the audit log, newest first, with the current names of users. */
export async function findAudit(on: Executor, query: PageQuery, filter: RawBuilder<unknown>): Promise<Page<AuditRow>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const { rows } = await sql<AuditRow & Keyed>`
    select audit_log.id, audit_log.at, audit_log.action, audit_log.admin_id, admins.name as admin_name,
      audit_log.subject_kind, audit_log.subject_id,
      coalesce(subjects.name, invitations.email, audit_log.subject) as subject, audit_log.detail, ${key}
    from audit_log
    left join users as admins on admins.id = audit_log.admin_id
    left join users as subjects on audit_log.subject_kind = 'user' and subjects.id = audit_log.subject_id
    left join admin_invitations as invitations
      on audit_log.subject_kind = 'invitation' and invitations.id = audit_log.subject_id
    where ${filter} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countAudit = (on: Executor, filter: RawBuilder<unknown>): Promise<number> =>
  countUpTo(on, sql`audit_log where ${filter}`)

/** Returns all users who appear as admins in the audit log, by name. Steps from one to the next in the index of the log. */
export async function findActors(on: Executor): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive actors as (
      (select admin_id from audit_log order by admin_id limit 1)
      union all
      select (select admin_id from audit_log where admin_id > actors.admin_id order by admin_id limit 1)
      from actors where actors.admin_id is not null
    )
    select users.id, users.name from actors join users on users.id = actors.admin_id
    order by lower(users.name), users.id`.execute(on)
  return rows
}

/** Admin id in the audit log for acts of the operator: a command, or the start of the server. */
export const operatorId = 'operator'

/** `detail` is a sentence for admins; it names no user, because the log cannot be changed when their account is deleted. */
export type Act = {
  action: AuditAction
  adminId: string
  kind: AuditSubject
  subjectId: string
  /** title of the subject; "" for users and settings */
  subject?: string
  detail: string
}

/** Writes an act to the audit log, in the transaction that does it. */
export async function writeAudit({ clock }: Pick<FeatureDeps, 'clock'>, tx: Tx, act: Act): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: clock.now(),
      action: act.action,
      admin_id: act.adminId,
      subject_kind: act.kind,
      subject_id: act.subjectId,
      subject: act.subject ?? '',
      detail: act.detail,
    })
    .execute()
}
