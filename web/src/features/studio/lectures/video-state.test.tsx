import type { VideoStatus } from '@virtual-courses/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { NoStreamsNote, VideoState } from './video-state.tsx'

const status = (state: VideoStatus['state'], more: Partial<VideoStatus> = {}): VideoStatus => ({
  lectureId: 'l',
  courseId: 'c',
  state,
  percent: 0,
  place: null,
  problem: null,
  heights: [],
  ...more,
})
const show = (one: VideoStatus | undefined, makesStreams = true) =>
  renderToStaticMarkup(
    inEnglish(<VideoState status={one} title="Loops" videos={{ makesStreams, change: async () => {} }} />),
  )

test.each([
  [status('waiting', { place: 3 }), ['number 3 in line', 'Stop preparing the video of Loops']],
  [status('waiting', { problem: 'The disk is full.' }), ['The disk is full. It is tried again.']],
  [status('running', { percent: 43 }), ['43 %', 'Stop preparing the video of Loops']],
  [status('ready', { heights: [240, 720] }), ['Qualities: 240p, 720p']],
  [status('failed', { problem: 'It ends early.' }), ['Video not prepared', 'It ends early.', 'Try again to prepare']],
  [status('canceled'), ['One quality, as uploaded', 'Try again to prepare']],
  [status('none'), ['One quality, as uploaded', 'Prepare the video of Loops']],
] as const)('a video that is $state says so, with what can be done', (one, texts) => {
  const shown = show(one)
  for (const text of texts) expect(shown).toContain(text)
})

test('nothing is offered for a ready video, nor where the site prepares none', () => {
  expect(show(status('ready', { heights: [240] }))).not.toContain('<button')
  expect([show(undefined), show(status('none'), false)]).toEqual(['', ''])
  expect(renderToStaticMarkup(inEnglish(<NoStreamsNote makesStreams={false} />))).toContain('as they were uploaded')
  expect(renderToStaticMarkup(inEnglish(<NoStreamsNote makesStreams={null} />))).toBe('')
})
