import type { Lecture } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { LectureRow } from './lecture-row.tsx'

const lecture: Lecture = {
  ...{ _id: 'l1', lectureTitle: 'Loops', isLive: false, liveState: 'none', liveStartTime: null },
  ...{ videoUrl: '/v', videoBytes: 1, durationSeconds: 754, isPreviewFree: false },
}
const nothing = () => {}
const row = (renaming = false) =>
  renderInSite(
    <LectureRow
      {...{ courseId: 'c1', lecture, number: 2, index: 1, count: 3, handle: {}, dragged: false, shift: null }}
      {...{ section: null, sections: [], renaming, hasVideo: true, video: null }}
      {...{ onMove: nothing, onMoveInto: nothing, onRename: nothing, onStartSection: nothing, onRemove: nothing }}
      onTitle={async () => true}
    />,
  )
const buttonsOf = (html: string) => [...html.matchAll(/<button[^>]* aria-label="([^"]+)"/g)].map(([, name]) => name)

it('a lecture has its length and one menu in its row, beside the handle and the way to its page', () => {
  const html = row()
  expect(buttonsOf(html)).toEqual(['Move: Loops', 'More for Loops'])
  expect(html.match(/<button/g)).toHaveLength(2)
  expect(html).toMatch(/<a [^>]*href="\/editlecture\/c1\/l1"[^>]*>Lecture - 2: Loops</)
  expect(html).toContain('>12:34<')
})

it('a lecture is renamed in its row', () => {
  expect(row(true)).toMatch(/<input[^>]* value="Loops"/)
  expect(row(true)).toContain('New title of the lecture “Loops”')
  expect(row()).not.toContain('<input')
})
