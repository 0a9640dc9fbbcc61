import type { AuditAction, AuditEntry } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'

/** Names of the actions. */
export const actionNames: Record<AuditAction, string> = {
  'role-changed': 'Role changed',
  'user-suspended': 'User suspended',
  'user-restored': 'Suspension ended',
  'user-deleted': 'User deleted',
  'user-exported': 'Data downloaded',
  'course-unlisted': 'Course unlisted',
  'course-restored': 'Course relisted',
  'review-removed': 'Review removed',
  'review-kept': 'Review kept',
  'coupon-created': 'Coupon made',
  'coupon-disabled': 'Coupon disabled',
  'bundle-removed': 'Bundle removed',
  'settings-changed': 'Settings changed',
  'admin-invited': 'Admin invited',
  'invitation-withdrawn': 'Invitation withdrawn',
  'invitation-accepted': 'Invitation accepted',
  'order-refunded': 'Order refunded',
  'refund-retried': 'Refund sent again',
  'invoice-resent': 'Invoice mailed again',
  'orders-exported': 'Orders downloaded',
  'finding-resolved': 'Difference closed',
  'payouts-planned': 'Payout run drafted',
  'payouts-confirmed': 'Payout run confirmed',
  'payouts-exported': 'Bank file downloaded',
  'payouts-paid': 'Payout run paid',
  'payouts-canceled': 'Payout run canceled',
  'payout-returned': 'Payout returned',
  'balance-written-off': 'Balance written off',
}

const actionTones: Record<AuditAction, BadgeTone> = {
  'role-changed': 'accent',
  'user-suspended': 'danger',
  'user-restored': 'success',
  'user-deleted': 'danger',
  'user-exported': 'primary',
  'course-unlisted': 'danger',
  'course-restored': 'success',
  'review-removed': 'danger',
  'review-kept': 'success',
  'coupon-created': 'primary',
  'coupon-disabled': 'neutral',
  'bundle-removed': 'danger',
  'settings-changed': 'neutral',
  'admin-invited': 'accent',
  'invitation-withdrawn': 'neutral',
  'invitation-accepted': 'accent',
  'order-refunded': 'danger',
  'refund-retried': 'primary',
  'invoice-resent': 'primary',
  'orders-exported': 'primary',
  'finding-resolved': 'success',
  'payouts-planned': 'neutral',
  'payouts-confirmed': 'accent',
  'payouts-exported': 'primary',
  'payouts-paid': 'success',
  'payouts-canceled': 'neutral',
  'payout-returned': 'danger',
  'balance-written-off': 'danger',
}

/** Returns the subject of an entry as text. */
export const subjectOf = ({ subjectKind, subject }: Pick<AuditEntry, 'subjectKind' | 'subject'>): string => {
  if (subjectKind === 'settings') return 'Site settings'
  if (subjectKind === 'review') return `Review of ${subject}`
  if (subjectKind === 'invitation') return subject || 'A deleted address'
  if (subjectKind === 'order') return subject === '' ? 'Orders' : `Order of ${subject}`
  return subject
}

const Action = ({ entry }: { entry: AuditEntry }) => (
  <Badge tone={actionTones[entry.action]}>{actionNames[entry.action]}</Badge>
)

const columns: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    className: 'tabular text-sm whitespace-nowrap align-top',
    cell: (entry) => <ReaderTime iso={entry.at} look="dateTime" />,
  },
  { key: 'action', header: 'Act', className: 'align-top', cell: (entry) => <Action entry={entry} /> },
  {
    key: 'detail',
    header: 'To whom or what',
    className: 'w-full min-w-64',
    cell: (entry) => (
      <>
        <span className="block leading-snug font-semibold wrap-anywhere">{subjectOf(entry)}</span>
        <span className="mt-0.5 block text-sm leading-snug text-muted wrap-anywhere">{entry.detail}</span>
      </>
    ),
  },
  {
    key: 'admin',
    header: 'Admin',
    className: 'min-w-32 text-sm align-top wrap-anywhere',
    cell: (entry) => entry.adminName || 'The operator',
  },
]

/** Actions of admins, newest first. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const wide = useWideScreen()
  return (
    <>
      {wide !== false && (
        <Table
          caption="Audit log"
          captionHidden
          columns={columns}
          rows={entries}
          rowKey={(entry) => entry._id}
          className="max-lg:hidden"
        />
      )}
      {wide !== true && (
        <ul aria-label="Audit log" className="grid gap-3 lg:hidden">
          {entries.map((entry) => (
            <Card as="li" key={entry._id} className="p-4 sm:p-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Action entry={entry} />
                <ReaderTime iso={entry.at} look="dateTime" className="tabular text-sm text-muted" />
              </div>
              <p className="mt-2 leading-snug font-semibold wrap-anywhere">{subjectOf(entry)}</p>
              <p className="mt-0.5 text-sm leading-snug text-muted wrap-anywhere">{entry.detail}</p>
              <p className="mt-2 text-sm text-muted wrap-anywhere">{`by ${entry.adminName || 'the operator'}`}</p>
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}
