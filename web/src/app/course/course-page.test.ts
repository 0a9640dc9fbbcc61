import {
  type BodyOf,
  type CourseDetails,
  type api as calls,
  courseLanguages,
  type Lecture,
} from '@virtual-courses/contract'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { readCourseReviewQuery } from '#features/reviews/course-review-query.ts'
import { defaultSettings } from '#lib/session/session.ts'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { CoursePage } from './course-page.tsx'

const course: CourseDetails = {
  _id: 'c1',
  title: 'Knots',
  subTitle: 'And how to undo them',
  description: 'Ropes of all kinds',
  category: 'Others',
  level: 'Beginner',
  language: 'hi',
  price: 499,
  outcomes: ['Tie'],
  requirements: ['A rope'],
  audience: ['Sailors'],
  certificate: false,
  isPublished: true,
  published: true,
  thumbnail: '',
  creator: 'u1',
  creatorName: 'Meera',
  averageRating: 0,
  reviewCount: 0,
  enrolledCount: 0,
  lectureCount: 0,
  totalSeconds: 0,
  sections: [],
  lectures: [],
  reviews: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  instructor: { courses: 1, enrolments: 0, reviews: 0, averageRating: 0 },
}

/** What the page says of a course to someone who may buy it. */
function pageOf(shown: CourseDetails): string {
  const page = createElement(CoursePage, {
    course: shown,
    mode: 'live',
    educator: null,
    draft: !shown.isPublished,
    open: false,
    action: null,
    reviews: {
      course: shown,
      query: readCourseReviewQuery(new URLSearchParams()),
      answer: {
        reviews: [],
        total: 0,
        average: 0,
        ratingCounts: [0, 0, 0, 0, 0],
        own: null,
        next: null,
        previous: null,
      },
      user: null,
      enrolled: false,
      preview: false,
    },
  })
  const settings = { ...defaultSettings, taxIncluded: true }
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => null, element: page }], {
    hydrationData: { loaderData: { root: { user: null, userData: null, settings, requestId: '' } } },
  })
  return renderToStaticMarkup(inEnglish(createElement(RouterProvider, { router })))
}

const lecture: Lecture = {
  ...{ _id: 'l1', lectureTitle: 'Ropes', isLive: false, liveState: 'none', liveStartTime: null },
  ...{ videoUrl: '/v', videoBytes: 1, durationSeconds: 28, posterUrl: '/p.webp', captions: [], isPreviewFree: false },
}
const free: Lecture = { ...lecture, _id: 'l2', isPreviewFree: true }

it('invites to a preview only where there is one, in words: the picture at the top is the only one', () => {
  const prompt = 'Select a preview lecture to watch'
  expect(pageOf({ ...course, lectures: [lecture] })).not.toContain(prompt)
  const [, curriculum = ''] = pageOf({ ...course, lectures: [lecture, free] }).split('id="curriculum"')
  expect(curriculum).toContain(prompt)
  expect(curriculum.split('</section>')[0]).not.toMatch(/<img|<video|aspect-/)
})

it('says how many learn, and which lecture covers a point, with the way to watch it free', () => {
  expect(pageOf(course)).not.toMatch(/\d students?</)
  expect(pageOf({ ...course, enrolledCount: 1 })).toContain('>1 student<')
  expect(pageOf({ ...course, enrolledCount: 4 })).toContain('>4 students<')
  const lectureTitle = 'Inner knots and outer knots'
  const covered = (one: Lecture) =>
    pageOf({ ...course, outcomes: ['Tell inner and outer knots apart'], lectures: [{ ...one, lectureTitle }] })
  expect(covered(lecture)).toContain('Covered in lecture 1')
  expect(covered(lecture)).not.toContain('Watch it free')
  expect(covered(free)).toContain('Watch it free')
})

it('names the terms of a purchase where there is something to pay', () => {
  const terms = 'The price includes GST'
  expect(pageOf(course)).toContain(terms)
  expect(pageOf({ ...course, price: 0 })).not.toContain(terms)
})

type Edited = Exclude<keyof BodyOf<typeof calls.courses.edit>, 'version'>

/** Another value of each field that an educator edits, and what the page says then. */
const others: { [Name in Edited]-?: [value: CourseDetails[Name], says: string] } = {
  title: ['Bends', 'Bends'],
  subTitle: ['From loop to splice', 'From loop to splice'],
  description: ['Ropes of two kinds', 'Ropes of two kinds'],
  category: ['AI/ML', 'AI/ML'],
  level: ['Advanced', 'Advanced'],
  language: ['ta', courseLanguages.ta],
  outcomes: [['Splice'], 'Splice'],
  requirements: [['A quiet evening'], 'A quiet evening'],
  audience: [['Climbers'], 'Climbers'],
  certificate: [true, 'Certificate of completion'],
  price: [1299, '₹1,299'],
  isPublished: [false, 'Draft'],
}

/** Fields whose values are words of ours. */
const ourWords = new Set(['category', 'level', 'language', 'price', 'certificate', 'isPublished'])

it.each(Object.entries(others))('shows the %s that an educator edits', (name, [value, says]) => {
  const textOf = (page: string) => page.replace(/<[^>]*>/g, '\n')
  expect(textOf(pageOf(course))).not.toContain(says)
  const page = pageOf({ ...course, [name]: value })
  expect(textOf(page)).toContain(says)
  // what an educator wrote may have another direction than the page
  if (!ourWords.has(name)) expect(page).toMatch(new RegExp(`<[^>]* dir="auto"[^>]*>${says}`))
})
