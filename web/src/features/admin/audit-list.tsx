import type { AuditEntry } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/reader-time.tsx'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { actionNames, actionTones, subjectOf } from './audit-words.ts'

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

/** What admins did, newest first. Nothing here can be changed. */
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
              <p className="mt-2 text-sm text-muted wrap-anywhere">by {entry.adminName || 'the operator'}</p>
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}
