import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Cursor, fileText, Id, Instant, pagesBeside, text, Version } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { Reason } from './certificates.ts'
import { Remark } from './quizzes/transfer.ts'

/** Entries of a course that give marks. */
export const markedKinds = ['quiz', 'assignment'] as const
export type MarkedKind = (typeof markedKinds)[number]

/** An entry of a course that gives marks, in the order of its curriculum. */
export const MarkedEntry = z.object({ lectureId: Id, title: z.string(), kind: z.enum(markedKinds) })
export type MarkedEntry = z.output<typeof MarkedEntry>

/** open: begun; waiting: handed in and not yet marked; returned: for changes; done: marked, and passed or accepted; failed: marked, and not passed */
export const markStates = ['open', 'waiting', 'returned', 'failed', 'done'] as const
export type MarkState = (typeof markStates)[number]

/** What a student has at an entry: what its educator has set, otherwise of a quiz the best attempt that is handed in, of an assignment the last marks. */
export const Mark = z.object({
  lectureId: Id,
  state: z.enum(markStates),
  /** points with at most 2 decimals; null while there are none */
  marks: z.number().nullable(),
  maxMarks: z.number().nullable(),
  attempts: z.number().int(),
  /** no attempt is left, and none has passed */
  isUsed: z.literal(true).optional(),
  /** why and when the educator has set these marks; null where they have not */
  set: z.object({ reason: z.string(), at: Instant }).nullable(),
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

/** Maximum size of a table of marks in bytes of UTF-8, of its students, and of the marks that one import changes. */
export const maxMarksBytes = 2_000_000
export const maxMarksStudents = 5000
export const maxMarkChanges = 5000
/** Changes, conflicts and remarks that a preview shows. */
export const shownMarkChanges = 200

const cell = {
  /** of the file, from 1 */
  line: z.number().int(),
  student: z.object({ _id: Id, name: z.string() }),
  lectureId: Id,
  /** of the entry */
  title: z.string(),
  maxMarks: z.number(),
}

/** What an import of a table of marks would change. */
export const MarksPreview = z.object({
  /** marks that would change: how many, of how many students, and the first of them */
  changesTotal: z.number().int(),
  studentsTotal: z.number().int(),
  changes: z.array(
    z.object({
      ...cell,
      from: z.number().nullable(),
      to: z.number().nullable(),
      /** whether the quiz is passed then; null where marks decide nothing */
      passed: z.boolean().nullable(),
    }),
  ),
  /** marks that are not as they were when the table was downloaded, and stay as they are: how many, and the first of them */
  conflictsTotal: z.number().int(),
  conflicts: z.array(
    z.object({
      ...cell,
      /** when the table was downloaded */
      exported: z.number().nullable(),
      now: z.number().nullable(),
      /** in the file; null for an empty cell */
      wanted: z.number().nullable(),
    }),
  ),
  /** what cannot be read, and changes nothing: how much, and the first of it */
  unreadTotal: z.number().int(),
  unread: z.array(Remark),
  /** of what would change; an import names it */
  seen: Version,
})
export type MarksPreview = z.output<typeof MarksPreview>

/** A table of marks as `export` gives it, with other marks. */
const table = {
  text: fileText(maxMarksBytes, sentence('A table of marks has at most 2 MB. Take fewer columns or lines.')),
}
// characters of a file may need more bytes in JSON
const maxTableBody = 3 * maxMarksBytes + 10_000

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
      'The marks of all students of an own course as a table for spreadsheets, by name, that `import` reads; texts cannot be formulas',
    params: courseParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/marks/course/:courseId/preview',
    maxBodyBytes: maxTableBody,
    access: 'educator',
    summary:
      'What a table of marks would change in an own course, what of it has changed since it was downloaded, and what cannot be read. Nothing is stored',
    params: courseParams,
    body: z.strictObject(table),
    status: 200,
    reply: MarksPreview,
    errors: ['not_found', 'rate_limited'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/marks/course/:courseId',
    maxBodyBytes: maxTableBody,
    access: 'educator',
    summary:
      'Set the marks of a table in an own course, all that its preview shows or none; the students read the reason. They stand until they are set again or taken back; a second call changes nothing',
    params: courseParams,
    body: z.strictObject({
      ...table,
      reason: Reason,
      /** of the preview; what has changed since is refused */
      seen: Version,
    }),
    status: 200,
    reply: z.object({
      /** marks, and the students whose marks they are */
      changed: z.number().int(),
      students: z.number().int(),
    }),
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
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
