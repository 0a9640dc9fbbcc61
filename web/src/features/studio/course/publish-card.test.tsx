import type { CourseDetails } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { courseDraftOf } from './course-draft.ts'
import { PublishCard } from './publish-card.tsx'

const course: CourseDetails = {
  ...{ _id: 'c1', title: 'Knots', subTitle: '', description: '', category: 'Others', level: null, price: 0 },
  ...{ language: 'en', outcomes: [], requirements: [], audience: [], certificate: false, thumbnail: '' },
  ...{ isPublished: false, published: false, creator: 'u2', creatorName: 'Meera', averageRating: 0, reviewCount: 0 },
  ...{ enrolledCount: 0, lectureCount: 0, totalSeconds: 0, sections: [], lectures: [], reviews: [] },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  instructor: { courses: 1, enrolments: 0, reviews: 0, averageRating: 0 },
}
const card = (description: string) =>
  renderInSite(
    <PublishCard
      {...{ course, lectures: [], picture: true, unready: new Set<string>() }}
      values={{ ...courseDraftOf(course), description }}
      onField={() => {}}
      onChange={() => {}}
    />,
  )

it('a draft says what to do next, and leads there', () => {
  const next = (html: string) => /<li aria-current="step".*?<\/li>/.exec(html)?.[0] ?? ''
  expect(card('')).toMatch(/Before you publish .*4 of 7/)
  expect(next(card(''))).toMatch(/<button [^>]*>A description<.*Next/)
  expect(next(card('All of them'))).toMatch(/<a [^>]*href="\/createlecture\/c1"[^>]*>A lecture with a video or a text</)
  expect(card('All of them').match(/aria-current="step"/g)).toHaveLength(1)
})
