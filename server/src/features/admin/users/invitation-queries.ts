import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { AdminInvitationsTable } from '#db/schema.ts'

/** Locks all invitations until the transaction ends: changes of invitations wait for each other. */
export const lockInvitations = (tx: Tx) => sql`lock table admin_invitations in share row exclusive mode`.execute(tx)

const openAt = (on: Executor, now: Date) =>
  on
    .selectFrom('admin_invitations as invitation')
    .leftJoin('users as inviter', 'inviter.id', 'invitation.invited_by')
    .where('invitation.used_at', 'is', null)
    .where('invitation.withdrawn_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    // an invitation ends with the rights of the admin who sent it
    .where(({ eb, or, and }) =>
      or([
        eb('invitation.invited_by', 'is', null),
        and([
          eb('inviter.role', '=', 'admin'),
          eb('inviter.suspended_at', 'is', null),
          eb('inviter.deleted_at', 'is', null),
        ]),
      ]),
    )
    // a set-up link ends with the first admin
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('invitation.first_only', '=', false),
        not(
          exists(
            selectFrom('users as admins')
              .select('admins.id')
              .where('admins.role', '=', 'admin')
              .where('admins.suspended_at', 'is', null)
              .where('admins.deleted_at', 'is', null),
          ),
        ),
      ]),
    )

export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findByToken>>>

/** Returns the open invitation of a link; `mailed` is true for a mailed link, false for a printed one. */
export const findByToken = (on: Executor, tokenHash: Buffer, now: Date) =>
  openAt(on, now)
    .where(({ eb, or }) => or([eb('invitation.link_hash', '=', tokenHash), eb('invitation.mail_hash', '=', tokenHash)]))
    .selectAll('invitation')
    .select(sql<boolean>`coalesce(invitation.mail_hash = ${tokenHash}, false)`.as('mailed'))
    .executeTakeFirst()

export type OpenInvitationRow = Awaited<ReturnType<typeof findOpen>>[number]

/** Returns open invitations with an address, newest first. */
export const findOpen = (on: Executor, now: Date) =>
  openAt(on, now)
    .where('invitation.email', 'is not', null)
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.created_at',
      'invitation.expires_at',
      'invitation.mailed_at',
      'inviter.name as inviter_name',
    ])
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id')
    .execute()

export const findByEmail = (on: Executor, email: string) =>
  on.selectFrom('admin_invitations').selectAll().where('email', '=', email).executeTakeFirst()

export type Invited = Pick<
  Insertable<AdminInvitationsTable>,
  | 'email'
  | 'invited_by'
  | 'first_only'
  | 'link_hash'
  | 'pending_name'
  | 'pending_password_hash'
  | 'created_at'
  | 'expires_at'
>

/** Stores an invitation; replaces an older one of the same address and invalidates its links. */
export const putInvitation = (tx: Tx, invited: Invited): Promise<{ id: string; request_id: string }> => {
  const fresh = { ...invited, request_id: newId(), mail_hash: null, mailed_at: null, used_at: null, withdrawn_at: null }
  return tx
    .insertInto('admin_invitations')
    .values({ id: newId(), ...fresh })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(fresh))
    .returning(['id', 'request_id'])
    .executeTakeFirstOrThrow()
}

/**
 * Consumes an open link; false when it is not open any more. One statement checks and consumes. `seen` is the invitation that was
 * read before: one that was renewed or confirmed meanwhile has another `request_id`.
 */
export async function consumeLink(
  tx: Tx,
  seen: { id: string; request_id: string },
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('admin_invitations')
    .set({ used_at: now, link_hash: null, mail_hash: null, pending_name: null, pending_password_hash: null })
    .where('id', '=', seen.id)
    .where('request_id', '=', seen.request_id)
    .where(({ eb, or }) => or([eb('link_hash', '=', tokenHash), eb('mail_hash', '=', tokenHash)]))
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Replaces the token of the mailed link before a mail is sent; undefined when the invitation is not open any more. */
export const putMailToken = (on: Executor, request: { id: string; requestId: string }, tokenHash: Buffer, now: Date) =>
  on
    .updateTable('admin_invitations')
    .set({ mail_hash: tokenHash })
    .where('id', '=', request.id)
    .where('request_id', '=', request.requestId)
    .where('email', 'is not', null)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'expires_at', 'pending_name', 'first_only'])
    .executeTakeFirst()

/** Stores when the mail with this token was sent. */
export async function noteMailed(on: Executor, tokenHash: Buffer, now: Date): Promise<void> {
  await on.updateTable('admin_invitations').set({ mailed_at: now }).where('mail_hash', '=', tokenHash).execute()
}

/** Withdraws an open invitation. False when it is not open any more. */
export async function withdraw(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('admin_invitations')
    .set({ withdrawn_at: now, link_hash: null, mail_hash: null, pending_name: null, pending_password_hash: null })
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** True when there is an active admin. */
export async function hasAdmin(on: Executor): Promise<boolean> {
  const row = await on
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Number of admins whose address is not verified. */
export async function countUnverifiedAdmins(on: Executor): Promise<number> {
  const { count } = await on
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes invitations that expired before `before` unused. Used and withdrawn ones stay, one row for each address. */
export async function deleteExpired(on: Executor, before: Date): Promise<void> {
  await on
    .deleteFrom('admin_invitations')
    .where('expires_at', '<', before)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Deletes the invitation of an address. */
export async function deleteInvitation(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('admin_invitations').where('email', '=', email).execute()
}
