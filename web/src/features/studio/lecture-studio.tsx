import type { Course, Lecture } from '@virtual-courses/contract'
import { useState } from 'react'
import { CreateLectureForm } from './create-lecture-form.tsx'
import { LectureList } from './lecture-list.tsx'

/** The lectures of a course beside the form that adds one; a new lecture appears at the end of the list at once. */
export function LectureStudio({ course }: { course: Pick<Course, '_id' | 'lectures'> }) {
  const [created, setCreated] = useState<Lecture[]>([])
  const known = new Set(course.lectures.map((lecture) => lecture._id))
  const lectures = [...course.lectures, ...created.filter((lecture) => !known.has(lecture._id))]
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <section aria-labelledby="new-lecture">
        <h2 id="new-lecture" className="mb-3 font-sans text-lg font-semibold">
          Create a lecture
        </h2>
        <CreateLectureForm
          courseId={course._id}
          onCreated={(lecture) => setCreated((before) => [...before, lecture])}
        />
      </section>
      <section aria-labelledby="lectures">
        <h2 id="lectures" className="mb-3 font-sans text-lg font-semibold">
          In this course
        </h2>
        <LectureList courseId={course._id} lectures={lectures} />
      </section>
    </div>
  )
}
