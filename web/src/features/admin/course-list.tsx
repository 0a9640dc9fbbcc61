import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminCourse, api as calls, isolate } from '@virtual-courses/contract'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/text/format.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { PageBox, RowBox } from './lists/select-box.tsx'
import type { Selection } from './lists/selection.ts'
import { selectColumn } from './lists/with-bulk.tsx'

type Props = {
  courses: readonly AdminCourse[]
  picture: (course: AdminCourse) => ReactNode
  selection: Selection
}

function State({ course }: { course: AdminCourse }) {
  if (course.unlisted)
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="danger" dot>
          <Trans>Unlisted</Trans>
        </Badge>
        <span {...writtenIn()} className="max-w-60 text-sm leading-snug text-muted wrap-anywhere">
          {course.reason}
        </span>
      </span>
    )
  return (
    <Badge tone={course.isPublished ? 'success' : 'neutral'} dot>
      {course.isPublished ? <Trans>Published</Trans> : <Trans>Draft</Trans>}
    </Badge>
  )
}

function Decision({ course, onClose }: { course: AdminCourse; onClose: () => void }) {
  const { t } = useLingui()
  const target = { params: { courseId: course._id } }
  const title = isolate(course.title)
  return course.unlisted ? (
    <DecisionDialog
      title={t`Relist “${title}”?`}
      text={t`It returns to its earlier status, published or draft. Its educator is notified.`}
      confirmLabel={t`Relist`}
      onClose={onClose}
      call={() => browserApi(calls.admin.relist, target)}
    />
  ) : (
    <DecisionDialog
      title={t`Unlist “${title}”?`}
      text={
        course.enrolledCount > 0
          ? t`No one can find or buy it any more, and its educator cannot publish it. ${plural(
              { count: course.enrolledCount },
              {
                one: 'The student who is enrolled keeps it.',
                other: 'The # students who are enrolled keep it.',
              },
            )}`
          : t`No one can find or buy it any more, and its educator cannot publish it. No one is enrolled.`
      }
      confirmLabel={t`Unlist`}
      danger
      reasonHint={t`The educator sees it.`}
      onClose={onClose}
      call={(reason) => browserApi(calls.admin.unlist, { ...target, body: { reason } })}
    />
  )
}

/** All courses, with a button to unlist a published one, or relist it. */
export function CourseList({ courses, picture, selection }: Props) {
  const nameOf = usePersonName()
  const { t } = useLingui()
  const wide = useWideScreen()
  const [deciding, setDeciding] = useState<AdminCourse | null>(null)
  // a draft is not listed: there is nothing to take back
  const button = (course: AdminCourse) =>
    (course.isPublished || course.unlisted) && (
      <Button variant="secondary" size="sm" onClick={() => setDeciding(course)} className="whitespace-nowrap">
        {course.unlisted ? (
          <Trans>
            <span>Relist</span>
            <span className="sr-only">{`: ${{ course: isolate(course.title) }}`}</span>
          </Trans>
        ) : (
          <Trans>
            <span>Unlist</span>
            <span className="sr-only">{`: ${{ course: isolate(course.title) }}`}</span>
          </Trans>
        )}
      </Button>
    )
  const head = (course: AdminCourse) => (
    <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      <span className="w-24 max-w-full shrink-0 overflow-hidden rounded-sm">{picture(course)}</span>
      <span className="min-w-0 flex-1 basis-20">
        <Link
          {...writtenIn()}
          to={paths.course(course._id)}
          className="line-clamp-2 py-0.5 leading-snug font-semibold wrap-anywhere hover:underline"
        >
          {course.title}
        </Link>
        <span {...writtenIn()} className="block text-sm text-muted wrap-anywhere">
          {nameOf(course.creatorName)}
        </span>
      </span>
    </span>
  )
  const columns: Column<AdminCourse>[] = [
    selectColumn(selection, ({ title }) => title),
    { key: 'course', header: <Trans>Course</Trans>, className: 'w-full min-w-72', cell: head },
    { key: 'state', header: <Trans>Status</Trans>, cell: (course) => <State course={course} /> },
    {
      key: 'students',
      header: <Trans>Students</Trans>,
      align: 'end',
      className: 'tabular',
      cell: (course) => formatCount(course.enrolledCount),
    },
    {
      key: 'made',
      header: <Trans>Created</Trans>,
      className: 'tabular text-sm whitespace-nowrap',
      cell: (course) => <ReaderTime iso={course.createdAt} />,
    },
    { key: 'action', header: <Trans>Action</Trans>, align: 'end', cell: button },
  ]
  return (
    <>
      {wide !== false && (
        <Table
          caption={t`Courses`}
          captionHidden
          columns={columns}
          rows={courses}
          rowKey={(course) => course._id}
          className="max-lg:hidden"
        />
      )}
      {wide !== true && <PageBox selection={selection} className="mb-3 lg:hidden" />}
      {wide !== true && (
        <ul aria-label={t`Courses`} className="grid gap-3 lg:hidden">
          {courses.map((course) => (
            <Card as="li" key={course._id} className="grid gap-3 p-4 sm:p-4">
              <div className="flex items-start gap-2">
                <RowBox id={course._id} name={course.title} selection={selection} />
                <div className="min-w-0 flex-1">{head(course)}</div>
              </div>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <State course={course} />
                <span className="tabular text-sm text-muted">
                  {t`${plural({ count: course.enrolledCount }, { one: '# student', other: '# students' })}`}
                </span>
                {button(course)}
              </div>
            </Card>
          ))}
        </ul>
      )}
      {deciding && <Decision key={deciding._id} course={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}
