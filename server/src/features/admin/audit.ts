import type { AuditAction, AuditSubject } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'

/** Stands in the log for the operator of the site: a command, or the start. */
export const operatorId = 'operator'

/** `detail` is a sentence for people; it names no user, because the log cannot be changed when he wants to be forgotten. */
export type Act = {
  action: AuditAction
  adminId: string
  kind: AuditSubject
  subjectId: string
  /** what it is called; "" for users and settings */
  subject?: string
  detail: string
}

/** Writes an act down, in the transaction that does it. */
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
