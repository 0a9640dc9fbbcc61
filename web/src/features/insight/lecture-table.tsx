import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LectureWatching } from '@virtual-courses/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatClock, formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { cx } from '#ui/cx.ts'
import { percent, type Sort, type SortKey, sortLectures } from './curve-layout.ts'

type Props = {
  courseId: string
  lectures: readonly LectureWatching[] /** the lecture whose curve is shown */
  current: string | null
}

const columns: readonly { key: SortKey; header: MessageDescriptor; end: boolean }[] = [
  { key: 'order', header: msg({ message: 'No.', context: 'number' }), end: false },
  { key: 'title', header: msg`Lecture`, end: false },
  { key: 'length', header: msg`Length`, end: true },
  { key: 'viewers', header: msg`Viewers`, end: true },
  { key: 'watched', header: msg`Watched`, end: true },
  { key: 'end', header: msg`Saw the end`, end: true },
]

const missing: Record<Exclude<LectureWatching['state'], 'shown'>, MessageDescriptor> = {
  few: msg`Fewer than 5 viewers`,
  'no-video': msg`No video`,
}

function Numbers({ row }: { row: LectureWatching }) {
  const { t } = useLingui()
  if (row.state !== 'shown')
    return (
      <td colSpan={3} className="px-2 py-3 text-end whitespace-nowrap sm:px-4 text-muted">
        {t(missing[row.state])}
      </td>
    )
  return (
    <>
      <td className="px-2 py-3 text-end sm:px-4">{formatCount(row.viewers)}</td>
      <td className="px-2 py-3 text-end whitespace-nowrap sm:px-4">{percent(row.watchedShare)}</td>
      <td className="px-2 py-3 text-end whitespace-nowrap sm:px-4">{percent(row.endShare)}</td>
    </>
  )
}

/** The lectures of a course and how they are watched, in an order of choice; each leads to its curve. */
export function LectureTable({ courseId, lectures, current }: Props) {
  const { t } = useLingui()
  const [sort, setSort] = useState<Sort>({ key: 'order', descending: false })
  const numbers = new Map(lectures.map(({ _id }, index) => [_id, index + 1]))
  const choose = (key: SortKey) =>
    setSort((before) => ({
      key,
      descending: before.key === key ? !before.descending : key !== 'order' && key !== 'title',
    }))
  return (
    <section
      aria-label={t`Lectures`}
      // Focusable, so that it can be scrolled by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card"
    >
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">
          <Trans>Lectures and how they are watched</Trans>
        </caption>
        <thead>
          <tr>
            {columns.map(({ key, header, end }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sort.key === key ? (sort.descending ? 'descending' : 'ascending') : undefined}
                className={cx(
                  'h-11 border-b border-line bg-sunken text-xs font-semibold text-muted sm:px-2',
                  end ? 'text-end' : 'text-start',
                  (key === 'order' || key === 'length') && 'max-sm:hidden',
                )}
              >
                <button
                  type="button"
                  onClick={() => choose(key)}
                  className="inline-flex min-h-8 items-center gap-1 rounded-sm px-2 whitespace-nowrap hover:text-ink"
                >
                  <span>{t(header)}</span>
                  {sort.key === key &&
                    (sort.descending ? (
                      <ArrowDown aria-hidden="true" className="size-3.5" />
                    ) : (
                      <ArrowUp aria-hidden="true" className="size-3.5" />
                    ))}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {sortLectures(lectures, sort).map((row) => (
            <tr
              key={row._id}
              className={cx(
                'border-line transition-colors not-last:border-b',
                row._id === current ? 'bg-primary-soft' : 'hover:bg-tint/60',
              )}
            >
              <td className="px-2 py-3 max-sm:hidden sm:px-4">{numbers.get(row._id)}</td>
              <td className="w-full min-w-32 px-2 py-3 wrap-anywhere sm:min-w-48 sm:px-4">
                {row.state === 'no-video' ? (
                  <span {...writtenIn()}>{row.lectureTitle}</span>
                ) : (
                  <Link
                    {...writtenIn()}
                    to={studioPaths.courseInsight(courseId, row._id)}
                    preventScrollReset
                    aria-current={row._id === current ? 'true' : undefined}
                    className="inline-block min-h-6 font-medium text-link underline underline-offset-4"
                  >
                    {row.lectureTitle}
                  </Link>
                )}
              </td>
              <td className="px-2 py-3 text-end max-sm:hidden sm:px-4">
                {row.durationSeconds === null ? '–' : formatClock(row.durationSeconds)}
              </td>
              <Numbers row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
