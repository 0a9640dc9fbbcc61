import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, text } from '../values/fields.ts'

/** Entries of a course that give marks. */
export const markedKinds = ['quiz', 'assignment'] as const
export type MarkedKind = (typeof markedKinds)[number]

/** An entry of a course that gives marks, in the order of its curriculum. */
export const MarkedEntry = z.object({ lectureId: Id, title: z.string(), kind: z.enum(markedKinds) })
export type MarkedEntry = z.output<typeof MarkedEntry>

/** open: begun; waiting: handed in and not yet marked; returned: for changes; done: marked, and passed or accepted; failed: marked, and not passed */
export const markStates = ['open', 'waiting', 'returned', 'failed', 'done'] as const
export type MarkState = (typeof markStates)[number]

/** What a student has at an entry: of a quiz the best attempt that is handed in, of an assignment the last marks. */
export const Mark = z.object({
  lectureId: Id,
  state: z.enum(markStates),
  /** points with at most 2 decimals; null while there are none */
  marks: z.number().nullable(),
  maxMarks: z.number().nullable(),
  attempts: z.number().int(),
  /** no attempt is left, and none has passed */
  isUsed: z.literal(true).optional(),
})
export type Mark = z.output<typeof Mark>

/** A student of a course with their marks; an entry that they have not begun is not among them. */
export const StudentMarks = z.object({
  student: z.object({ _id: Id, name: z.string() }),
  marks: z.array(Mark),
  /** average of the entries that have marks, of 100; null without any */
  percent: z.number().nullable(),
  /** when they completed the course; null before */
  completedAt: Instant.nullable(),
})
export type StudentMarks = z.output<typeof StudentMarks>

const courseParams = z.object({ courseId: Id })

export const marks = {
  ofCourse: endpoint({
    method: 'GET',
    path: '/api/marks/course/:courseId',
    access: 'educator',
    summary: 'A page of the students of an own course by name, with their marks in its quizzes and assignments',
    params: courseParams,
    query: z.object({
      /** part of a name */
      text: text(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      title: z.string(),
      entries: z.array(MarkedEntry),
      students: z.array(StudentMarks),
      /** of all students of the course, or of those with such a name */
      total: z.number().int(),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  export: stream({
    method: 'GET',
    path: '/api/marks/course/:courseId/csv',
    access: 'educator',
    summary:
      'The marks of all students of an own course as a table for spreadsheets, by name; texts cannot be formulas',
    params: courseParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/marks/own/:courseId',
    access: 'signedIn',
    summary: 'The own marks in a course that the user is enrolled in',
    params: courseParams,
    status: 200,
    reply: z.object({
      courseId: Id,
      title: z.string(),
      entries: z.array(MarkedEntry),
      marks: z.array(Mark),
      percent: z.number().nullable(),
    }),
    errors: ['not_found'],
  }),
}
