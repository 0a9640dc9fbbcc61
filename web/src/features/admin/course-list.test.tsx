import type { AdminCourse } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { CourseList } from './course-list.tsx'

const course: AdminCourse = {
  ...{ _id: 'c1', title: 'Knots', category: 'Others', thumbnail: '', creator: 'u1', creatorName: 'Meera' },
  ...{ isPublished: true, unlisted: false, reason: '', enrolledCount: 2, createdAt: '2026-11-01T00:00:00.000Z' },
}
const selection = {
  ...{ ids: [], total: 0, has: () => false, state: 'none' as const, canChoose: () => false },
  ...{ press: () => {}, pressAll: () => {}, choose: () => {} },
}

it.each([
  ['a published course', {}, ['Unlist']],
  ['an unlisted course', { isPublished: false, unlisted: true }, ['Relist']],
  ['a draft, which is on no list,', { isPublished: false }, []],
] as const)('%s can be: %j', (_, state, acts) => {
  const html = renderInSite(
    <CourseList courses={[{ ...course, ...state }]} picture={() => null} selection={selection} />,
  )
  expect(html).toContain('Knots')
  const offered = [...html.matchAll(/<span>(Unlist|Relist)<\/span>/g)].map(([, act]) => act)
  expect([...new Set(offered)]).toEqual(acts)
})
