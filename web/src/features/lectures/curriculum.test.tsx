import type { Lecture } from '@virtual-courses/contract'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { Curriculum } from './curriculum.tsx'
import { mayWatch, mayWatchAll } from './may-watch.ts'
import { groupLectures } from './section-group.tsx'

const lecture = (_id: string, isPreviewFree: boolean): Lecture => ({
  _id,
  lectureTitle: `Lecture ${_id}`,
  isLive: false,
  liveState: 'none',
  liveStartTime: null,
  videoUrl: '/v',
  videoBytes: 1,
  durationSeconds: 28,
  posterUrl: '',
  captions: [],
  isPreviewFree,
})

const shown = (open: boolean): string =>
  renderToString(
    inEnglish(
      <MemoryRouter>
        <Curriculum
          courseId="c1"
          lectures={[lecture('l1', true), lecture('l2', false)]}
          playing={null}
          onPlay={() => {}}
          open={open}
        />
      </MemoryRouter>,
    ),
  )

it('locks what one may not watch, and leads those who may to the player', () => {
  expect(shown(false)).toContain('Plays after you enroll')
  expect(shown(false)).not.toContain('<a ')
  expect(shown(true)).not.toContain('Plays after you enroll')
  expect(shown(true)).toContain('href="/viewlecture/c1?lecture=l2"')
})

it('lets students of the course, its educator and admins watch everything, and others the free previews', () => {
  const course = { creator: 'u1' }
  const all = (_id: string, role: 'student' | 'educator' | 'admin', enrolled = false) =>
    mayWatchAll(course, { user: { _id, role }, enrolled })
  expect([all('u2', 'student', true), all('u1', 'educator'), all('u3', 'admin')]).toEqual([true, true, true])
  expect([all('u2', 'student'), all('u4', 'educator')]).toEqual([false, false])
  const visitor = { user: { _id: 'u2', role: 'student' as const }, enrolled: false }
  expect(mayWatch({ isPreviewFree: true }, course, visitor)).toBe(true)
  expect(mayWatch({ isPreviewFree: false }, course, visitor)).toBe(false)
})

it('lists the lectures by their sections, the first one open, and empty sections not at all', () => {
  const sections = ['Basics', 'Nothing', 'Practice'].map((title) => ({ _id: title, title }))
  const of = (id: string, sectionId: string): Lecture => ({ ...lecture(id, false), sectionId })
  const lectures = [lecture('l1', false), of('l2', 'Basics'), of('l3', 'Practice'), of('l4', 'Practice')]
  const groups = groupLectures(lectures, sections)
  expect(groups.map(({ section, before, lectures: own }) => [section?.title, before, own.length])).toEqual([
    [undefined, 0, 1],
    ['Basics', 1, 1],
    ['Practice', 2, 2],
  ])
  const late = { ...lecture('l9', false), sectionId: 'added meanwhile' }
  expect(groupLectures([...lectures, late], sections).map(({ lectures: own }) => own.length)).toEqual([1, 1, 3])
  const page = (from: number) =>
    renderToString(
      inEnglish(
        <MemoryRouter>
          <Curriculum
            courseId="c1"
            lectures={lectures.slice(from)}
            sections={sections}
            playing={null}
            onPlay={() => {}}
            open={false}
          />
        </MemoryRouter>,
      ),
    )
  expect(page(1)).toMatch(/<details open="".*Basics.*1 lecture.*<details class.*Practice.*2 lectures/)
  expect(page(0)).not.toContain('<details open')
  expect(page(0)).not.toContain('Nothing')
  expect(shown(false)).not.toContain('<details')
})
