import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditAction, AuditEntry } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'

/** Names of the actions. */
export const actionNames: Record<AuditAction, MessageDescriptor> = {
  'role-changed': msg`Role changed`,
  'user-suspended': msg`User suspended`,
  'user-restored': msg`Suspension ended`,
  'user-deleted': msg`User deleted`,
  'user-exported': msg`Data downloaded`,
  'factors-removed': msg`Second step removed`,
  'course-unlisted': msg`Course unlisted`,
  'course-restored': msg`Course relisted`,
  'certificate-withdrawn': msg`Certificate withdrawn`,
  'announcement-removed': msg`Announcement deleted`,
  'announcement-kept': msg`Announcement kept`,
  'review-removed': msg`Review removed`,
  'review-kept': msg`Review kept`,
  'review-restored': msg`Review put back`,
  'reports-reopened': msg`Reports reopened`,
  'post-hidden': msg`Question or answer hidden`,
  'post-restored': msg`Question or answer shown again`,
  'post-kept': msg`Question or answer kept`,
  'coupon-created': msg`Coupon made`,
  'coupon-disabled': msg`Coupon disabled`,
  'bundle-removed': msg`Bundle removed`,
  'settings-changed': msg`Settings changed`,
  'page-published': msg`Page published`,
  'admin-invited': msg`Admin invited`,
  'invitation-withdrawn': msg`Invitation withdrawn`,
  'invitation-accepted': msg`Invitation accepted`,
  'order-refunded': msg`Order refunded`,
  'refund-retried': msg`Refund sent again`,
  'invoice-resent': msg`Invoice mailed again`,
  'orders-exported': msg`Orders downloaded`,
  'users-exported': msg`Users downloaded`,
  'courses-exported': msg`Courses downloaded`,
  'reviews-exported': msg`Reviews downloaded`,
  'audit-exported': msg`Audit log downloaded`,
  'finding-resolved': msg`Difference closed`,
  'payouts-planned': msg`Payout run drafted`,
  'payouts-confirmed': msg`Payout run confirmed`,
  'payouts-exported': msg`Bank file downloaded`,
  'payouts-paid': msg`Payout run paid`,
  'payouts-canceled': msg`Payout run canceled`,
  'payout-returned': msg`Payout returned`,
  'balance-written-off': msg`Balance written off`,
  'search-sorted': msg`Search sorted`,
}

const actionTones: Record<AuditAction, BadgeTone> = {
  'role-changed': 'accent',
  'user-suspended': 'danger',
  'user-restored': 'success',
  'user-deleted': 'danger',
  'user-exported': 'primary',
  'factors-removed': 'danger',
  'course-unlisted': 'danger',
  'course-restored': 'success',
  'certificate-withdrawn': 'danger',
  'announcement-removed': 'danger',
  'announcement-kept': 'success',
  'review-removed': 'danger',
  'review-kept': 'success',
  'review-restored': 'success',
  'reports-reopened': 'accent',
  'post-hidden': 'danger',
  'post-restored': 'success',
  'post-kept': 'success',
  'coupon-created': 'primary',
  'coupon-disabled': 'neutral',
  'bundle-removed': 'danger',
  'settings-changed': 'neutral',
  'page-published': 'neutral',
  'admin-invited': 'accent',
  'invitation-withdrawn': 'neutral',
  'invitation-accepted': 'accent',
  'order-refunded': 'danger',
  'refund-retried': 'primary',
  'invoice-resent': 'primary',
  'orders-exported': 'primary',
  'users-exported': 'primary',
  'courses-exported': 'primary',
  'reviews-exported': 'primary',
  'audit-exported': 'primary',
  'finding-resolved': 'success',
  'payouts-planned': 'neutral',
  'payouts-confirmed': 'accent',
  'payouts-exported': 'primary',
  'payouts-paid': 'success',
  'payouts-canceled': 'neutral',
  'payout-returned': 'danger',
  'balance-written-off': 'danger',
  'search-sorted': 'neutral',
}

/** The lists that were downloaded. */
const exportedLists: { [Action in AuditAction]?: MessageDescriptor } = {
  'users-exported': msg`Users`,
  'courses-exported': msg`Courses`,
  'reviews-exported': msg`Reviews`,
  'audit-exported': msg`Audit log`,
}

/** Returns the subject of an entry as text. */
function useSubject({ action, subjectKind, subject }: AuditEntry): string {
  const { t } = useLingui()
  const list = exportedLists[action]
  if (list) return t(list)
  if (subjectKind === 'settings') return t`Site settings`
  if (subjectKind === 'review') return t`Review of ${subject}`
  if (subjectKind === 'invitation') return subject || t`A deleted address`
  if (subjectKind === 'order') return subject === '' ? t`Orders` : t`Order of ${subject}`
  return subject
}

/** What an admin did to whom or what. */
function Deed({ entry }: { entry: AuditEntry }) {
  const subject = useSubject(entry)
  return (
    <>
      <span className="block leading-snug font-semibold wrap-anywhere">{subject}</span>
      <span className="mt-0.5 block text-sm leading-snug text-muted wrap-anywhere">{entry.detail}</span>
    </>
  )
}

function Action({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui()
  return <Badge tone={actionTones[entry.action]}>{t(actionNames[entry.action])}</Badge>
}

const columns: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: <Trans>When</Trans>,
    className: 'tabular text-sm whitespace-nowrap align-top',
    cell: (entry) => <ReaderTime iso={entry.at} look="dateTime" />,
  },
  { key: 'action', header: <Trans>Act</Trans>, className: 'align-top', cell: (entry) => <Action entry={entry} /> },
  {
    key: 'detail',
    header: <Trans>To whom or what</Trans>,
    className: 'w-full min-w-64',
    cell: (entry) => <Deed entry={entry} />,
  },
  {
    key: 'admin',
    header: <Trans>Admin</Trans>,
    className: 'min-w-32 text-sm align-top wrap-anywhere',
    cell: (entry) => <span>{entry.adminName || <Trans>The operator</Trans>}</span>,
  },
]

/** Actions of admins, newest first. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const wide = useWideScreen()
  const { t } = useLingui()
  return (
    <>
      {wide !== false && (
        <Table
          caption={t`Audit log`}
          captionHidden
          columns={columns}
          rows={entries}
          rowKey={(entry) => entry._id}
          className="max-lg:hidden"
        />
      )}
      {wide !== true && (
        <ul aria-label={t`Audit log`} className="grid gap-3 lg:hidden">
          {entries.map((entry) => (
            <Card as="li" key={entry._id} className="p-4 sm:p-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Action entry={entry} />
                <ReaderTime iso={entry.at} look="dateTime" className="tabular text-sm text-muted" />
              </div>
              <p className="mt-2">
                <Deed entry={entry} />
              </p>
              <p className="mt-2 text-sm text-muted wrap-anywhere">
                {entry.adminName ? t`by ${{ admin: entry.adminName }}` : t`by the operator`}
              </p>
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}
