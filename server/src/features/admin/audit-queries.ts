import type { AuditAction, AuditSubject, api, QueryOf } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { likeText } from '../courses/index.ts'

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

const joined = sql`audit_log
  left join users as admins on admins.id = audit_log.admin_id
  left join users as subjects on audit_log.subject_kind = 'user' and subjects.id = audit_log.subject_id
  left join admin_invitations as invitations
    on audit_log.subject_kind = 'invitation' and invitations.id = audit_log.subject_id`
const subject = sql`coalesce(subjects.name, invitations.email, audit_log.subject)`

function filterOf({ action, adminId, text }: Pick<AuditQuery, 'action' | 'adminId' | 'text'>): RawBuilder<unknown> {
  const wanted = [sql`true`]
  if (action) wanted.push(sql`audit_log.action = ${action}`)
  if (adminId) wanted.push(sql`audit_log.admin_id = ${adminId}`)
  if (text) wanted.push(sql`(${subject} ilike ${likeText(text)} or audit_log.detail ilike ${likeText(text)})`)
  return sql.join(wanted, sql` and `)
}

/** Returns a page of the audit log, newest first, with the current names of users. */
export async function findAudit(on: Executor, query: AuditQuery): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select audit_log.id, audit_log.at, audit_log.action, audit_log.admin_id, admins.name as admin_name,
      audit_log.subject_kind, audit_log.subject_id, ${subject} as subject, audit_log.detail
    from ${joined} where ${filterOf(query)}
    order by audit_log.at desc, audit_log.id desc limit ${query.limit} offset ${query.offset}`.execute(on)
  return rows
}

export async function countAudit(on: Executor, query: AuditQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${joined} where ${filterOf(query)}`.execute(on)
  return rows[0]?.count ?? 0
}

/** Returns all users who appear as admins in the audit log, by name. */
export async function findActors(on: Executor): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select users.id, users.name from users
    where users.id in (select admin_id from audit_log) order by lower(users.name), users.id`.execute(on)
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
