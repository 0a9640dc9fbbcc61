import type { Lecture } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { LecturePlayer } from './lecture-player.tsx'

const shown = (
  session: Pick<Lecture, 'liveState' | 'liveStartTime'>,
  owner = false,
  media: Partial<Lecture> = {},
): string => {
  const lecture: Lecture = {
    _id: 'l1',
    lectureTitle: 'Questions and answers',
    isLive: session.liveState === 'live' || session.liveState === 'scheduled',
    videoUrl: '',
    videoBytes: 0,
    durationSeconds: null,
    isPreviewFree: false,
    ...session,
    ...media,
  }
  return renderInSite(
    <LecturePlayer courseId="c1" lecture={lecture} mayWatch owner={owner} offer={null} streams={false} />,
  )
}

it('says how a lecture is taught live instead of missing its video', () => {
  const liveStartTime = '2026-12-01T12:30:00.000Z'
  expect(shown({ liveState: 'scheduled', liveStartTime })).toMatch(/taught live, on .*Dec 2026/)
  expect(shown({ liveState: 'scheduled', liveStartTime: null })).toContain('This lecture is taught live.')
  expect(shown({ liveState: 'live', liveStartTime })).toContain('This lecture is live now.')
  expect(shown({ liveState: 'ended', liveStartTime })).toContain('has no recording')
  expect(shown({ liveState: 'none', liveStartTime: null })).toContain('This lecture has no video yet.')
})

it('offers the educator to add the missing video', () => {
  expect(shown({ liveState: 'none', liveStartTime: null }, true)).toContain('href="/editlecture/c1/l1"')
  expect(shown({ liveState: 'none', liveStartTime: null })).not.toContain('/editlecture/')
})

it('comes with the picture of its video, before all else, in sizes of which the browser picks one', () => {
  const posterUrl = '/api/media/images/p1/1280.webp'
  const html = shown({ liveState: 'none', liveStartTime: null }, false, { videoUrl: '/video', posterUrl })
  expect(html).toContain('rel="preload"')
  expect(html).toMatch(/<img[^>]+\/api\/media\/images\/p1\/640\.webp 640w[^>]+fetchPriority="high"/)
  expect(shown({ liveState: 'none', liveStartTime: null }, false, { videoUrl: '/video' })).not.toContain('<img')
})
