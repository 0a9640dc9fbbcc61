import { api as calls } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { removalText } from '../course/remove-course.tsx'
import { emptyLecture, isPast, lectureBody } from './create-lecture-form.tsx'

describe('lecture form', () => {
  it('sends a plain lecture without a start time', () => {
    expect(lectureBody({ ...emptyLecture, lectureTitle: ' Bowline ' })).toEqual({
      body: { lectureTitle: 'Bowline', isLive: false, liveStartTime: null },
    })
  })

  it('drops the start time when the live option is off', () => {
    const typed = { lectureTitle: 'Bowline', isLive: false, liveStartTime: '2026-12-01T18:30' }
    expect(lectureBody(typed)).toMatchObject({ body: { liveStartTime: null } })
  })

  it.each(['', 'soon'])(
    'rejects a live lecture with the start time "%s" with the specified message',
    (liveStartTime) => {
      expect(lectureBody({ lectureTitle: 'Bowline', isLive: true, liveStartTime })).toMatchObject({
        rejected: {
          message: 'Please select live start time if enabling live session',
          errors: { liveStartTime: expect.any(String) },
        },
      })
    },
  )

  it('sends the start as an instant that the contract accepts', () => {
    const wanted = lectureBody({ lectureTitle: 'Bowline', isLive: true, liveStartTime: '2026-12-01T18:30' })
    const body = 'body' in wanted ? wanted.body : undefined
    expect(body?.liveStartTime).toBe(new Date('2026-12-01T18:30').toISOString())
    expect(calls.lectures.create.body.safeParse(body).success).toBe(true)
  })

  it('requires a title', () => {
    expect(lectureBody({ ...emptyLecture, lectureTitle: '  ' })).toHaveProperty('rejected.errors.lectureTitle')
  })

  it('detects a start time in the past', () => {
    const now = new Date('2026-06-01T12:00').getTime()
    expect(isPast('2026-06-01T11:59', now)).toBe(true)
    expect(isPast('2026-06-01T12:01', now)).toBe(false)
    expect(isPast('', now)).toBe(false)
  })
})

describe('removalText', () => {
  const removal = (course: Parameters<typeof removalText>[0]) => english._(removalText(course))

  it('describes what happens to students and lectures', () => {
    expect(removal({ enrolledCount: 1, lectureCount: 9 })).toMatch(/^1 student is enrolled and keeps/)
    expect(removal({ enrolledCount: 1200, lectureCount: 9 })).toMatch(/^1,200 students are enrolled and keep/)
    expect(removal({ enrolledCount: 0, lectureCount: 1 })).toContain('with 1 lecture and its video')
    expect(removal({ enrolledCount: 0, lectureCount: 0 })).not.toContain('lecture')
  })
})
