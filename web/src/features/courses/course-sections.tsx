import { type Course, courseLanguages } from '@virtual-courses/contract'
import { Check, Languages } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Rating } from '#ui/rating.tsx'
import type { StoreCopy } from './store-copy.ts'

/** A titled list of short statements about a course. */
export function TextList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-4 grid gap-2.5">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-3">
            <Check aria-hidden="true" strokeWidth={2.5} className="mt-1 size-4.5 shrink-0 text-link" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { course: Course; copy: StoreCopy /** shows the draft badge */; draft: boolean }

/** Title, subtitle and the average rating of a course. */
export function CourseHead({ course, copy, draft }: Props) {
  return (
    <header>
      <div className="flex flex-wrap gap-2">
        {course.category && <Badge tone="primary">{course.category}</Badge>}
        {course.level && <Badge>{course.level}</Badge>}
        {draft && <Badge tone="accent">Draft</Badge>}
      </div>
      <h1 className="mt-4 text-4xl wrap-anywhere">{course.title}</h1>
      {course.subTitle && <p className="mt-3 max-w-prose text-lg text-muted wrap-anywhere">{course.subTitle}</p>}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex items-center gap-2">
          <Rating value={course.averageRating} full className="text-base" />
          <span className="text-muted">{copy.reviews}</span>
        </p>
        <p className="min-w-0 text-muted wrap-anywhere">By {course.creatorName}</p>
        <p className="flex items-center gap-1.5 text-muted">
          <Languages aria-hidden="true" className="size-4.5" />
          {courseLanguages[course.language]}
        </p>
      </div>
    </header>
  )
}
