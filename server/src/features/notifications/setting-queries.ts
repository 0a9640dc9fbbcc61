import { type NotificationSubject, notificationSubjects } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** How users get notifications of a subject: in the app, by mail, both or neither. Deleted users get none. */
export async function findWays(
  on: Executor,
  subject: NotificationSubject | null,
  userIds: readonly string[],
): Promise<{ inApp: string[]; byMail: string[] }> {
  if (userIds.length === 0) return { inApp: [], byMail: [] }
  const chosen = subject === null ? { inApp: true, byMail: false } : notificationSubjects[subject]
  const { rows } = await sql<{ id: string; in_app: boolean; by_mail: boolean }>`
    select users.id, coalesce(settings.in_app, ${chosen.inApp}) as in_app,
      coalesce(settings.by_mail, ${chosen.byMail}) and users.suspended_at is null as by_mail
    from users
    left join notification_settings as settings on settings.user_id = users.id and settings.subject = ${subject}
    where users.id = any(${[...userIds]}::text[]) and users.deleted_at is null
    order by users.id`.execute(on)
  return {
    inApp: rows.filter(({ in_app }) => in_app).map(({ id }) => id),
    byMail: rows.filter(({ by_mail }) => by_mail).map(({ id }) => id),
  }
}

/** What a user has chosen, by subject. */
export const findSettings = (on: Executor, userId: string) =>
  on
    .selectFrom('notification_settings')
    .select(['subject', 'in_app', 'by_mail'])
    .where('user_id', '=', userId)
    .execute()

/** Stores a choice; what is not given stays, or is the default. Does nothing for a deleted user. */
export async function setSetting(
  on: Executor,
  userId: string,
  {
    subject,
    inApp,
    byMail,
  }: { subject: NotificationSubject; inApp?: boolean | undefined; byMail?: boolean | undefined },
): Promise<void> {
  const byDefault = notificationSubjects[subject]
  await sql`
    insert into notification_settings (user_id, subject, in_app, by_mail)
    select id, ${subject}, ${inApp ?? byDefault.inApp}, ${byMail ?? byDefault.byMail}
    from users where id = ${userId} and deleted_at is null
    on conflict (user_id, subject) do update set
      in_app = coalesce(${inApp ?? null}::boolean, notification_settings.in_app),
      by_mail = coalesce(${byMail ?? null}::boolean, notification_settings.by_mail)`.execute(on)
}
