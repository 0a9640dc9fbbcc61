import type { CourseDetails, Lecture } from '@virtual-courses/contract'
import { createElement, type ElementType } from 'react'
import { expect, it } from 'vitest'
import { readCourseReviewQuery } from '#features/reviews/course-review-query.ts'
import { renderInSite, student } from '#lib/session/fixtures.tsx'
import Signup from './signup.tsx'
import ViewCourse from './view-course.tsx'
import ViewLecture from './view-lecture.tsx'

const lecture: Lecture = {
  ...{ _id: 'l1', lectureTitle: 'Loops', isLive: false, liveState: 'none', liveStartTime: null },
  ...{ videoUrl: '', videoBytes: 0, durationSeconds: 60, isPreviewFree: false },
}
const course: CourseDetails = {
  ...{ _id: 'c1', title: 'Knots', subTitle: '', description: '', category: 'Others', level: 'Beginner', price: 499 },
  ...{ language: 'en', outcomes: [], requirements: [], audience: [], certificate: false, thumbnail: '' },
  ...{ isPublished: true, published: true, creator: 'u2', creatorName: 'Meera', averageRating: 0, reviewCount: 0 },
  ...{ enrolledCount: 0, lectureCount: 1, totalSeconds: 60, sections: [], lectures: [lecture], reviews: [] },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  instructor: { courses: 1, enrolments: 0, reviews: 0, averageRating: 0 },
}
const completion = { required: 1, met: 0, sentence: '', completedAt: null, missing: [] }
const progress = {
  ...{ completedLectures: 0, lectureCount: 1, lectures: [], entries: [], checks: [] },
  ...{ continueLectureId: null, lastLectureId: null, completion },
}
const reviews = {
  query: readCourseReviewQuery(new URLSearchParams()),
  answer: {
    ...{ reviews: [], total: 0, average: 0, ratingCounts: [0, 0, 0, 0, 0] },
    ...{ own: null, next: null, previous: null },
  },
}

/** A page with what its loader returns. Its other properties are the router's. */
const show = (page: ElementType, at: string, loaderData: object | null = null): string =>
  renderInSite(createElement(page, { loaderData }), { user: loaderData && student, at })

const lectures = (data: object) =>
  show(ViewLecture, '/viewlecture/c1?lecture=l1', {
    ...{ course, creator: null, user: student, enrolled: false, progress, content: null },
    ...data,
  })
const page = (data: object) =>
  show(ViewCourse, '/viewcourse/c1', {
    ...{ course, creator: null, others: [], enrolled: false, progress: null, reviews, user: student },
    ...{ preview: false, enrolling: false, offer: null, bundles: [] },
    ...data,
  })

const agrees = /By enrolling you agree to the <a href="\/terms"[^>]*>terms of use<\/a> and the <a href="\/refunds"/

it.each([
  ['a course', page],
  ['its lectures', lectures],
])('who looks at %s without having it can buy it there, and reads what buying agrees to', (_, shown) => {
  const html = shown({})
  expect(html).toContain('₹499')
  expect(html).toContain('Enroll Now')
  expect(html).toMatch(agrees)
  const free = shown({ course: { ...course, price: 0 } })
  expect(free).toContain('Enroll Now')
  expect(free).not.toMatch(agrees)
})

it('who has a course, teaches it or does not learn is offered nothing among its lectures', () => {
  const others = [
    { enrolled: true },
    { course: { ...course, creator: student._id } },
    { user: { ...student, role: 'admin' } },
    { course: { ...course, isPublished: false } },
  ]
  for (const data of others) expect(lectures(data)).not.toContain('Enroll Now')
})

it('the sign-up says what an account agrees to', () => {
  expect(show(Signup, '/signup')).toMatch(
    /With your account you agree to the <a href="\/terms"[^>]*>terms of use<\/a>\. .* the <a href="\/privacy"/,
  )
})
