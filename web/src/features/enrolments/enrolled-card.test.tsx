import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { EnrolledCard } from './enrolled-card.tsx'
import { EnrolledFilter } from './enrolled-filter.tsx'

const course = { _id: 'c1', title: 'Knots', category: 'Others', level: 'Beginner', thumbnail: '' } as const

it.each([
  [0, false],
  [1, '1 new lecture'],
  [3, '3 new lectures'],
] as const)('a course with %i lectures since the last visit says: %s', (newLectures, says) => {
  const html = renderInSite(
    <EnrolledCard course={course} picture={null} progress={null} lectureId="l2" newLectures={newLectures} />,
  )
  expect(html).toContain('/viewlecture/c1?lecture=l2')
  expect(/\d new lectures?/.exec(html)?.[0] ?? false).toBe(says)
})

it('my courses are chosen by state, each with its number', () => {
  const html = renderInSite(<EnrolledFilter state="begun" counts={{ begun: 2, 'not-begun': 5, completed: 1 }} />)
  const links = [...html.matchAll(/<a ([^>]*)><span>([^<]+)<\/span><span[^>]*>(\d+)</g)]
  expect(links.map(([, , name, count]) => [name, count])).toEqual([
    ['All', '8'],
    ['In progress', '2'],
    ['Not begun', '5'],
    ['Completed', '1'],
  ])
  expect(links.map(([, attributes = '']) => attributes.includes('aria-current="page"'))).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(html).toContain('href="/enrolledcourses?state=not-begun"')
})
