import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Category, CourseLanguage, Level } from '@virtual-courses/contract/values/fields'
import { parse } from 'yaml'
import { z } from 'zod'

const Text = z.string().trim().min(1)
const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const Part = z.enum(['fit', 'kept'])
export type Part = z.output<typeof Part>

/** Where an answer is: seconds of the video, or the first words of the place in a text. */
const Span = z.union([
  z.strictObject({ start: z.number().nonnegative(), end: z.number().positive() }).refine((one) => one.start < one.end),
  z.strictObject({ quote: Text }),
])
export type Span = z.output<typeof Span>

const asked = {
  id: Key,
  text: Text,
  language: z.enum(['en', 'hi-Latn', 'hi']),
  /** of the course in whose player it is asked, or of the whole site */
  scope: z.enum(['course', 'site']),
}
/** `words`: with words of the lecture; `sense`: by what a student wants, without them. */
const Answerable = z.strictObject({ ...asked, way: z.enum(['words', 'sense']), spans: z.array(Span).min(1) })
/** `near`: of the same subject and not taught; `far`: of another one. */
const Unanswered = z.strictObject({ ...asked, way: z.enum(['near', 'far']) })

const Lecture = z.strictObject({
  title: Text,
  description: Text,
  part: Part,
  /** of the video; absent for a text */
  seconds: z.int().positive().optional(),
  /** WebVTT files by language, the spoken one first */
  tracks: z.partialRecord(z.enum(['en', 'hi']), z.string().endsWith('.vtt')).default({}),
  chapters: z.array(z.tuple([z.number().nonnegative(), Text])).default([]),
  /** a file in Markdown */
  text: z.string().endsWith('.md').optional(),
  questions: z.array(Answerable).min(4),
})
const Course = z.strictObject({
  title: Text,
  subTitle: Text,
  description: Text,
  category: Category,
  level: Level,
  language: CourseLanguage,
  /** of the questions that no lecture of it answers */
  part: Part,
  lectures: z.record(Key, Lecture),
  unanswered: z.array(Unanswered),
})
const Site = z.strictObject({ unanswered: z.array(Unanswered.extend({ part: Part, scope: z.literal('site') })) })

export type Cue = { start: number; end: number; text: string }
export type EvaluationLecture = Omit<z.output<typeof Lecture>, 'tracks' | 'text' | 'questions'> & {
  id: string
  courseId: string
  tracks: { language: string; vtt: string; cues: Cue[] }[]
  text: string | null
}
export type EvaluationCourse = Omit<z.output<typeof Course>, 'lectures' | 'unanswered' | 'part'> & {
  id: string
  lectures: EvaluationLecture[]
}
/** `lectureId` is null for what no lecture answers, `courseId` for what belongs to no course. */
export type Question = {
  id: string
  text: string
  language: 'en' | 'hi-Latn' | 'hi'
  way: 'words' | 'sense' | 'near' | 'far'
  scope: 'course' | 'site'
  part: Part
  courseId: string | null
  lectureId: string | null
  spans: Span[]
}
export type PassageSet = { courses: EvaluationCourse[]; questions: Question[] }

const dataFolder = join(import.meta.dirname, 'data')
const read = (...path: string[]): string => readFileSync(join(dataFolder, ...path), 'utf8')

/**
 * Returns the lectures and the questions about them. Throws if a file does not have the form of its schema, if two things have one
 * id, or if an answer is not in its lecture.
 */
export function loadPassageSet(): PassageSet {
  const folders = readdirSync(dataFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const loaded = folders.map(({ name }) => loadCourse(name)).sort((a, b) => (a.course.id < b.course.id ? -1 : 1))
  const { unanswered } = Site.parse(parse(read('site.yaml')))
  const questions = [
    ...loaded.flatMap((one) => one.questions),
    ...unanswered.map((one): Question => ({ ...one, courseId: null, lectureId: null, spans: [] })),
  ]
  const courses = loaded.map(({ course }) => course)
  const ids = [...questions, ...courses.flatMap(({ lectures }) => lectures)].map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`The id "${twice}" is there twice`)
  return { courses, questions }
}

function loadCourse(id: string): { course: EvaluationCourse; questions: Question[] } {
  const { lectures: own, unanswered, part, ...course } = Course.parse(parse(read(id, 'course.yaml')))
  const lectures: EvaluationLecture[] = []
  const questions = unanswered.map((one): Question => ({ ...one, part, courseId: id, lectureId: null, spans: [] }))
  for (const [key, { questions: about, tracks, text, ...lecture }] of Object.entries(own)) {
    const loaded = {
      ...lecture,
      id: key,
      courseId: id,
      tracks: Object.entries(tracks).map(([language, file]) => {
        const vtt = read(id, file)
        return { language, vtt, cues: readCues(vtt) }
      }),
      text: text === undefined ? null : read(id, text),
    }
    lectures.push(loaded)
    for (const one of about) {
      checkSpans(loaded, one.id, one.spans)
      questions.push({ ...one, part: lecture.part, courseId: id, lectureId: key })
    }
  }
  return { course: { ...course, id, lectures }, questions }
}

function checkSpans({ seconds, text, id }: EvaluationLecture, question: string, spans: readonly Span[]): void {
  for (const span of spans) {
    const isInside = 'quote' in span ? quotes(text ?? '', span.quote) : seconds !== undefined && span.end <= seconds
    if (!isInside) throw new Error(`The answer to ${question} is not in the lecture ${id}`)
  }
}

/** Letters and digits alone, so that markup and line breaks do not matter. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Whether a text has these words one after the other. */
export const quotes = (text: string, quote: string): boolean => ` ${bare(text)} `.includes(` ${bare(quote)} `)

const cue = /^(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d):(\d\d):(\d\d\.\d{3})\n(.+)$/gm

/** Reads captions as the data has them: one line a cue. */
function readCues(vtt: string): Cue[] {
  const cues = [...vtt.matchAll(cue)].map(([, h1, m1, s1, h2, m2, s2, text = '']) => ({
    start: Number(h1) * 3600 + Number(m1) * 60 + Number(s1),
    end: Number(h2) * 3600 + Number(m2) * 60 + Number(s2),
    text,
  }))
  if (cues.length !== vtt.split('-->').length - 1) throw new Error('A cue of the data cannot be read')
  return cues
}
