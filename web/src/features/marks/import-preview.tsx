import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MarksPreview } from '@virtual-courses/contract'
import type { ReactNode } from 'react'
import { RemarkList } from '#lib/imports/remark-list.tsx'
import { decimal } from '#lib/text/decimal.ts'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'

type Cell = MarksPreview['changes'][number] | MarksPreview['conflicts'][number]

/** Marks of students at entries in the lines of a file, and what is to say about each. */
function CellList<Shown extends Cell>({
  cells,
  total,
  children,
}: {
  cells: readonly Shown[]
  total: number
  children: (cell: Shown) => ReactNode
}) {
  const { t } = useLingui()
  const rest = total - cells.length
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {cells.map((cell) => (
        <li
          key={`${cell.line} ${cell.lectureId}`}
          className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto] sm:items-baseline"
        >
          <span className="tabular text-sm font-semibold text-muted">{t`Line ${formatCount(cell.line)}`}</span>
          <span className="min-w-0 wrap-anywhere">
            <span {...writtenIn()} className="block font-semibold">
              {cell.student.name}
            </span>
            <span {...writtenIn()} className="block text-sm text-muted">
              {cell.title}
            </span>
          </span>
          <span className="tabular sm:text-end">{children(cell)}</span>
        </li>
      ))}
      {rest > 0 && (
        <li className="py-2.5 text-muted">
          {t`${plural(rest, { one: `and ${formatCount(rest)} more`, other: `and ${formatCount(rest)} more` })}`}
        </li>
      )}
    </ul>
  )
}

/** What a table of marks would change, what has changed since it was downloaded, and what of it cannot be read. */
export function ImportPreview({ preview }: { preview: MarksPreview }) {
  const { t } = useLingui()
  const { changesTotal, changes, conflictsTotal, conflicts, unreadTotal, unread } = preview
  const [count, against, missed] = [formatCount(changesTotal), formatCount(conflictsTotal), formatCount(unreadTotal)]
  const shown = (marks: number | null) => (marks === null ? t`no marks` : decimal(marks))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {conflictsTotal > 0 && (
        <section aria-labelledby="conflicts">
          <h3 id="conflicts" className="text-lg">
            {t`${plural(conflictsTotal, { one: `${against} mark has changed since the download`, other: `${against} marks have changed since the download` })}`}
          </h3>
          <p className="mt-1 text-muted">
            <Trans>They stay as they are now. To change them, download the table again and enter them there.</Trans>
          </p>
          <CellList cells={conflicts} total={conflictsTotal}>
            {({ exported, now, wanted }) => (
              <>
                <span className="block">
                  <Trans>
                    Now: <b>{shown(now)}</b>
                  </Trans>
                </span>
                <span className="block text-sm text-muted">
                  {t`At the download: ${shown(exported)}. In the file: ${shown(wanted)}`}
                </span>
              </>
            )}
          </CellList>
        </section>
      )}
      {unreadTotal > 0 && (
        <section aria-labelledby="unread">
          <h3 id="unread" className="text-lg">
            {t`${plural(unreadTotal, { one: `${missed} thing cannot be read`, other: `${missed} things cannot be read` })}`}
          </h3>
          <p className="mt-1 text-muted">
            <Trans>They change nothing. Correct them in the file and choose it again.</Trans>
          </p>
          <RemarkList remarks={unread} total={unreadTotal} />
        </section>
      )}
      <section aria-labelledby="changes">
        <h3 id="changes" className="text-lg">
          {changesTotal === 0
            ? t`Nothing to change`
            : t`${plural(changesTotal, { one: `${count} mark will change`, other: `${count} marks will change` })}`}
        </h3>
        {changesTotal === 0 ? (
          <p className="mt-1 text-muted">
            <Trans>All marks of this table that can be read are as they are in the course.</Trans>
          </p>
        ) : (
          <CellList cells={changes} total={changesTotal}>
            {({ from, to, maxMarks, passed }) => (
              <>
                <span className="block">
                  <span className="text-muted">{shown(from)}</span> <span aria-hidden="true">→</span>{' '}
                  <span className="sr-only">{t`becomes`}</span>{' '}
                  <b>{to === null ? t`no marks` : t`${decimal(to)} of ${decimal(maxMarks)}`}</b>
                </span>
                {passed !== null && (
                  <Badge tone={passed ? 'success' : 'danger'}>{passed ? t`Passed` : t`Not passed`}</Badge>
                )}
              </>
            )}
          </CellList>
        )}
      </section>
    </div>
  )
}
