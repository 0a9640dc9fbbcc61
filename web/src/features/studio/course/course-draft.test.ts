import { api as calls, draftKinds, earlySentences } from '@virtual-courses/contract'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import {
  type CourseDraft,
  courseBody,
  courseDraftOf,
  courseErrors,
  courseLabels,
  publishingWarning,
} from './course-draft.ts'
import { CourseFields } from './course-fields.tsx'

const draft = (changes: Partial<CourseDraft> = {}): CourseDraft => ({
  title: 'Knots',
  subTitle: '',
  description: '',
  category: 'Others',
  level: '',
  language: 'en',
  outcomes: '',
  requirements: '',
  audience: '',
  price: '',
  certificate: false,
  isPublished: false,
  ...changes,
})

const course = {
  _id: 'c1',
  title: 'Knots',
  subTitle: 'And how to undo them',
  description: 'Two lines\nof text',
  category: 'Others' as const,
  level: 'Beginner' as const,
  price: 499.5,
  thumbnail: '',
  creator: 'u1',
  creatorName: 'Meera',
  averageRating: 0,
  reviewCount: 0,
  enrolledCount: 0,
  lectureCount: 0,
  totalSeconds: 0,
  language: 'hi' as const,
  isPublished: true,
  published: true,
  sections: [],
  lectures: [],
  reviews: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  outcomes: ['Tie', 'Untie'],
  requirements: ['A rope'],
  audience: ['Sailors'],
  certificate: true,
  instructor: { courses: 1, enrolments: 0, reviews: 0, averageRating: 0 },
}

describe('course form', () => {
  /** The names of what can be edited, as the call has them. */
  const fields = Object.keys(calls.courses.edit.body.shape).filter((name) => name !== 'version')
  const controlsOf = (values: CourseDraft) =>
    renderToStaticMarkup(inEnglish(createElement(CourseFields, { values, errors: {}, onSale: false, set: () => {} })))

  it('shows a course and sends it back unchanged, every field of it', () => {
    const sent: Record<string, unknown> = calls.courses.edit.body.parse(courseBody(courseDraftOf(course)))
    const stored: Record<string, unknown> = course
    for (const name of fields) {
      expect(String(stored[name]), `${name} has no value here: give it one in this test`).not.toBe('')
      expect(sent[name], name).toEqual(stored[name])
    }
    expect(Object.keys(sent).sort()).toEqual(fields.toSorted())
  })

  it('has a control for every field that can be edited, with its label and its value', () => {
    const values = courseDraftOf(course)
    const markup = controlsOf(values)
    // the switch of the publication has a place of its own
    for (const name of fields.filter((one) => one !== 'isPublished') as Exclude<keyof CourseDraft, 'isPublished'>[]) {
      const control = new RegExp(`<(input|textarea|select)[^>]* name="${name}".*?(?=</label>|<label|$)`, 's').exec(
        markup,
      )
      expect(control, `${name} has no control`).not.toBeNull()
      const [text, tag] = control ?? []
      const shown = {
        input: values[name] === true ? ' checked=""' : ` value="${values[name]}"`,
        textarea: `>${values[name]}</textarea>`,
      }
      expect(text, `${name} shows another value`).toContain(
        tag === 'select' ? `<option value="${values[name]}" selected` : shown[tag as keyof typeof shown],
      )
    }
    for (const [name, label] of Object.entries(courseLabels(({ message }) => message ?? '')))
      if (name !== 'isPublished') expect(markup, `${name} has no label`).toContain(`>${label}`)
  })

  it('removes price and level when they are emptied, and never the category', () => {
    const parsed = calls.courses.edit.body.parse(courseBody(draft({ category: '' })))
    expect(parsed).toMatchObject({ price: null, level: null })
    expect(parsed).not.toHaveProperty('category')
  })

  it('shows a price of 0 as 0 and none as nothing', () => {
    expect(courseDraftOf({ ...course, price: 0 }).price).toBe('0')
    expect(courseDraftOf({ ...course, price: null }).price).toBe('')
  })

  it('normalises texts as the controls do', () => {
    const draft = courseDraftOf({ ...course, title: 'Two\r\nlines', description: 'a\r\nb\rc' })
    expect(draft).toMatchObject({ title: 'Two lines', description: 'a\nb\nc' })
  })

  it('trims the values to send', () => {
    expect(courseBody(draft({ title: '  Knots ', price: ' 5 ' }))).toMatchObject({ title: 'Knots', price: '5' })
  })
})

it('a draft keeps every field', () => {
  expect(Object.keys(draftKinds.course.shape).toSorted()).toEqual(Object.keys(draft()).toSorted())
})

describe('errors of a course', () => {
  it.each(['0', '1', '499.99', '1000000'])('accepts the price %s, like the server', (price) => {
    expect(courseErrors(draft({ price }))).toEqual({})
    expect(calls.courses.edit.body.safeParse({ price }).success).toBe(true)
  })

  it.each(['-1', '0.5', '0.99', '10.999', '1000000.01', '1000001', '1e3', 'ten'])(
    'refuses the price %s, like the server',
    (price) => {
      expect(courseErrors(draft({ price })).price).toBe(earlySentences.price_out_of_range)
      expect(calls.courses.edit.body.safeParse({ price }).success).toBe(false)
    },
  )

  it('does not read an invalid price as no price', () => {
    expect(courseErrors(draft({ price: '' }), false).price).toBeDefined()
  })

  it('requires a title always, a price and a category only to publish', () => {
    expect(courseErrors(draft({ title: ' ' }))).toHaveProperty('title')
    expect(courseErrors(draft({ category: '' }))).toEqual({})
    const errors = courseErrors(draft({ isPublished: true, category: '' }))
    expect(errors.price).toBe(earlySentences.price_needed)
    expect(errors.category).toBeDefined()
  })

  it('warns when a course is sold of which no lecture has a video', () => {
    const sold = draft({ isPublished: true, price: '499' })
    const lecture = { videoUrl: '', isLive: false }
    expect(publishingWarning(sold, [])?.message).toMatch(/nothing to watch/)
    expect(publishingWarning(sold, [lecture, { ...lecture, hasText: true }])).toBeNull()
    expect(publishingWarning(sold, [lecture])?.message).toMatch(/^No lecture has a video yet: students who pay/)
    expect(publishingWarning(sold, [{ ...lecture, isLive: true }])?.message).toMatch(/before the live session/)
    expect(publishingWarning(sold, [lecture, { ...lecture, videoUrl: '/v' }])).toBeNull()
    expect(publishingWarning(draft({ isPublished: true, price: '0' }), [])).toBeNull()
    expect(publishingWarning(draft({ price: '499' }), [])).toBeNull()
  })
})
