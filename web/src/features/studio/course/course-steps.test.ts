import { describe, expect, it } from 'vitest'
import { type CourseFacts, courseSteps, isWhole, publishingNeeds } from './course-steps.ts'

const empty: CourseFacts = {
  draft: { title: '', category: '', price: '', description: '' },
  picture: false,
  lectures: [],
  unready: new Set(),
  published: false,
}
const filled: CourseFacts = {
  ...empty,
  draft: { title: 'Knots', category: 'Others', price: '0', description: 'What it is' },
  picture: true,
}
const video = { _id: 'l1', videoUrl: '/v', captions: [{}] }
const text = { _id: 'l2', videoUrl: '', hasText: true as const }
const open = (facts: CourseFacts) => courseSteps(facts).flatMap(({ done, label }) => (done ? [] : [label.message]))
const next = (facts: CourseFacts) => courseSteps(facts).find(({ done }) => !done)

describe('the steps of a course', () => {
  it('are in the order in which a course is made', () => {
    expect(open(empty)).toEqual([
      'A title',
      'An image',
      'A category',
      'A price (0 makes it free)',
      'A description',
      'A lecture with a video or a text',
      'Publication',
    ])
  })

  it.each<[string, Partial<CourseFacts>, object | undefined]>([
    ['lectures first', {}, { kind: 'lectures' }],
    [
      'nothing is taught in a lecture without a video and a text',
      { lectures: [{ _id: 'l', videoUrl: '' }] },
      { kind: 'lectures' },
    ],
    ['publication after a text alone', { lectures: [text] }, { kind: 'field', name: 'isPublished' }],
    [
      'a video that is being prepared',
      { lectures: [text, video], unready: new Set(['l1']) },
      { kind: 'lecture', lectureId: 'l1' },
    ],
    [
      'captions of a video',
      { lectures: [video, { ...video, _id: 'l3', captions: [] }] },
      { kind: 'lecture', lectureId: 'l3' },
    ],
    [
      'captions that a list does not name',
      { lectures: [{ _id: 'l4', videoUrl: '/v' }] },
      { kind: 'lecture', lectureId: 'l4' },
    ],
    ['publication', { lectures: [video] }, { kind: 'field', name: 'isPublished' }],
    ['nothing', { lectures: [video], published: true }, undefined],
    [
      'what a published course lacks',
      { lectures: [video], published: true, picture: false },
      { kind: 'field', name: 'thumbnail' },
    ],
  ])('next: %s', (_name, facts, place) => expect(next({ ...filled, ...facts })?.place).toEqual(place))

  it('say what keeps a course from being published', () => {
    const needs = (facts: CourseFacts) => publishingNeeds(courseSteps(facts)).map(({ message }) => message)
    expect(needs(empty)).toEqual(['a title', 'a category', 'a price (0 makes it free)'])
    expect(needs({ ...empty, draft: { ...empty.draft, title: ' ', price: '0', category: 'Nothing' } })).toEqual([
      'a title',
      'a category',
    ])
    expect(needs(filled)).toEqual([])
  })

  it('make a whole course without captions, and while a video is prepared', () => {
    expect(isWhole(courseSteps({ ...filled, lectures: [{ _id: 'l', videoUrl: '/v' }], unready: new Set(['l']) }))).toBe(
      true,
    )
    expect(isWhole(courseSteps(filled))).toBe(false)
  })
})
