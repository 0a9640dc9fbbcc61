import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Lecture } from '@virtual-courses/contract'
import { type CourseDraft, categoryOf } from './course-draft.ts'

/** Where a step is done: in a field of the form, in the list of lectures, or in the editor of a lecture. */
export type StepPlace =
  | { kind: 'field'; name: keyof CourseDraft | 'thumbnail' }
  | { kind: 'lectures' }
  | { kind: 'lecture'; lectureId: string }

export type CourseStep = {
  label: MessageDescriptor
  done: boolean
  place: StepPlace
  /** keeps the course from being published; completes "add …" */
  need?: MessageDescriptor
  /** the course is whole without it */
  optional?: true
}

export type CourseFacts = {
  /** as they are typed: saved together */
  draft: Pick<CourseDraft, 'title' | 'category' | 'price' | 'description'>
  /** the stored course has an image, or one is chosen */
  picture: boolean
  lectures: readonly (Pick<Lecture, '_id' | 'videoUrl' | 'hasText'> & { captions?: readonly unknown[] | undefined })[]
  /** lectures whose videos are being prepared, or could not be */
  unready: ReadonlySet<string>
  /** as it is stored */
  published: boolean
}

/** Returns what a course needs, in the order in which it is made: the first step that is not done comes next. */
export function courseSteps({ draft, picture, lectures, unready, published }: CourseFacts): CourseStep[] {
  const field = (name: (StepPlace & { kind: 'field' })['name']): StepPlace => ({ kind: 'field', name })
  const inLecture = (found: { _id: string } | undefined): StepPlace =>
    found ? { kind: 'lecture', lectureId: found._id } : { kind: 'lectures' }
  const videos = lectures.filter(({ videoUrl }) => videoUrl !== '')
  const notReady = videos.find(({ _id }) => unready.has(_id))
  const silent = videos.find(({ captions }) => !captions || captions.length === 0)
  const steps: CourseStep[] = [
    { label: msg`A title`, need: msg`a title`, done: draft.title.trim() !== '', place: field('title') },
    { label: msg`An image`, done: picture, place: field('thumbnail') },
    {
      label: msg`A category`,
      need: msg`a category`,
      done: categoryOf(draft.category) !== undefined,
      place: field('category'),
    },
    {
      label: msg`A price (0 makes it free)`,
      need: msg`a price (0 makes it free)`,
      done: draft.price.trim() !== '',
      place: field('price'),
    },
    { label: msg`A description`, done: draft.description.trim() !== '', place: field('description') },
    {
      label: msg`A lecture with a video or a text`,
      done: lectures.some(({ videoUrl, hasText }) => videoUrl !== '' || hasText),
      place: { kind: 'lectures' },
    },
  ]
  if (videos.length > 0)
    steps.push(
      { label: msg`Videos that are ready`, optional: true, done: !notReady, place: inLecture(notReady) },
      { label: msg`Captions for each video`, optional: true, done: !silent, place: inLecture(silent) },
    )
  steps.push({ label: msg`Publication`, optional: true, done: published, place: field('isPublished') })
  return steps
}

/** Returns the steps that keep a course from being published, to complete "add …". */
export const publishingNeeds = (steps: readonly CourseStep[]): MessageDescriptor[] =>
  steps.flatMap(({ done, need }) => (need && !done ? need : []))

/** Whether all is done that students expect of a course. */
export const isWhole = (steps: readonly CourseStep[]): boolean => steps.every(({ done, optional }) => done || optional)
