import type { CreatorCourse } from '@virtual-courses/contract'
import type { ReactNode } from 'react'
import { type Column, Table } from '#ui/table.tsx'
import { CourseActions } from './course-actions.tsx'
import { coursePrice } from './course-price.ts'
import { CourseStatus } from './course-status.tsx'
import { LectureCount } from './lecture-count.tsx'
import { StudentCount } from './student-count.tsx'

export type CourseListProps = {
  courses: readonly CreatorCourse[]
  caption: string
  picture: (course: CreatorCourse) => ReactNode
  className?: string
}

const columns = (picture: CourseListProps['picture']): Column<CreatorCourse>[] => [
  {
    key: 'course',
    header: 'Course',
    className: 'w-full',
    cell: (course) => (
      <span className="flex min-w-64 items-center gap-4">
        <span className="w-28 shrink-0 overflow-hidden rounded-sm">{picture(course)}</span>
        <span className="min-w-0">
          <span className="line-clamp-2 leading-snug font-semibold wrap-anywhere">{course.title}</span>
          {course.category && <span className="text-sm text-muted">{course.category}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    className: 'tabular whitespace-nowrap',
    cell: (course) => coursePrice(course.price),
  },
  { key: 'status', header: 'Status', cell: (course) => <CourseStatus published={course.isPublished} /> },
  { key: 'lectures', header: 'Lectures', align: 'end', cell: (course) => <LectureCount course={course} /> },
  {
    key: 'students',
    header: 'Students',
    align: 'end',
    cell: (course) => <StudentCount course={course} />,
  },
  {
    key: 'action',
    header: 'Action',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (course) => <CourseActions course={course} />,
  },
]

/** The educator's courses on a wide screen. */
export function CourseTable({ courses, caption, picture, className = '' }: CourseListProps) {
  return (
    <Table
      caption={caption}
      columns={columns(picture)}
      rows={courses}
      rowKey={(course) => course._id}
      className={className}
    />
  )
}
