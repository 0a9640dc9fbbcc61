import type { Lecture } from '@virtual-courses/contract'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Curriculum } from './curriculum.tsx'
import { mayWatch, mayWatchAll } from './may-watch.ts'

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
    <MemoryRouter>
      <Curriculum
        courseId="c1"
        lectures={[lecture('l1', true), lecture('l2', false)]}
        playing={null}
        onPlay={() => {}}
        open={open}
      />
    </MemoryRouter>,
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
