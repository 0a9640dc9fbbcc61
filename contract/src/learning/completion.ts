import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BooleanInput, Id, Instant, readVersion, Version } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { CertificateSerial, Reason } from './certificates.ts'

/** Smallest and largest share of a video, in percent, that an educator may ask for. */
export const leastVideoPercent = 10
export const mostVideoPercent = 100

const percentRange = sentence('Please choose between {least} and {most} percent', {
  least: leastVideoPercent,
  most: mostVideoPercent,
})

/** What counts towards completing a course. */
export const CompletionRule = z.object({
  videos: z.boolean(),
  /** share of the distinct seconds of each video that has to be watched */
  videoPercent: z.number().int().min(leastVideoPercent, percentRange).max(mostVideoPercent, percentRange),
  /** students may tick videos themselves, and reaching the end of one ticks it */
  byHand: z.boolean(),
  /** lectures without a video, which students tick when they have read them */
  texts: z.boolean(),
  quizzes: z.boolean(),
  assignments: z.boolean(),
})
export type CompletionRule = z.output<typeof CompletionRule>

/** What a student does with an entry of the curriculum. */
export const entryNeeds = ['video', 'text', 'quiz', 'assignment'] as const
export type EntryNeed = (typeof entryNeeds)[number]

/** How far a student is from completing a course. */
export const Completion = z.object({
  /** when they completed it; it stays when course or rule change later */
  completedAt: Instant.nullable(),
  /** entries that count now, and those of them that are done */
  required: z.number().int(),
  met: z.number().int(),
  /** the entries that are missing, by what there is to do */
  missing: z.object({
    video: z.number().int(),
    text: z.number().int(),
    quiz: z.number().int(),
    assignment: z.number().int(),
  }),
  /** what is missing, or that nothing is, in the language of the reader */
  sentence: z.string(),
  /** number of the certificate of it that counts */
  certificate: CertificateSerial.nullable(),
  /** a certificate is on its way, and can be asked for */
  certificateOpen: z.boolean(),
})
export type Completion = z.output<typeof Completion>

/** A student as the educator of a course sees them, without address. */
export const CourseStudent = z.object({
  _id: Id,
  name: z.string(),
  photoUrl: z.string(),
  enrolledAt: Instant,
  completedLectures: z.number().int(),
  /** when they last watched a lecture of the course, or null */
  lastWatchedAt: Instant.nullable(),
  completion: Completion,
})
export type CourseStudent = z.output<typeof CourseStudent>

/** Why an entry of a course is closed to its viewer, and when it opens. */
export const Opening = z.object({
  /** not before; null where only something before it has to be done */
  opensAt: Instant.nullable(),
  /** the next entry to do before it opens; null where only time has to pass */
  after: Id.nullable(),
  /** both in one sentence, in the language of the reader */
  sentence: z.string(),
})
export type Opening = z.output<typeof Opening>

/** Maximum number of days after an enrolment for which a section or a lecture stays closed. */
export const maxOpeningDays = 730

/** The student as whom an educator sees a course: enrolled so many days ago, and has done nothing, or all that is open to them. */
export const ImaginedStudent = z.object({ days: z.number().int(), isDiligent: z.boolean() })
export type ImaginedStudent = z.output<typeof ImaginedStudent>

/** The same in an address. */
export const imaginedDays = z.coerce.number().int().min(0).max(maxOpeningDays)
export const imaginedDiligence = BooleanInput.default(false)

/** What an entry of a course asks of its viewer. */
export const EntryState = z.object({
  lectureId: Id,
  need: z.enum(entryNeeds),
  /** it counts towards completing the course */
  counts: z.boolean(),
  /** the viewer may tick it; otherwise it is ticked by watching, passing or being accepted */
  byHand: z.boolean(),
  /** distinct seconds of the video that the viewer has watched, in percent; missing where that is not measured */
  watchedPercent: z.number().int().optional(),
  /** missing where it is open */
  opening: Opening.optional(),
})
export type EntryState = z.output<typeof EntryState>

/** What a student has done of a course, as its educator sees it, and what the educator has corrected. */
const StudentCompletion = z.object({
  student: z.object({ _id: Id, name: z.string() }),
  completion: Completion,
  entries: z.array(
    z.object({
      lectureId: Id,
      title: z.string(),
      need: z.enum(entryNeeds),
      counts: z.boolean(),
      doneAt: Instant.nullable(),
      /** what the student reads of it; missing where it is open to them */
      opening: Opening.optional(),
      /** of a quiz of which they have used all attempts and passed none: what they have beside the others */
      used: z.object({ minutes: z.number().int(), attempts: z.number().int() }).optional(),
    }),
  ),
  /** entries that the educator opened to the student before their time, the last first */
  openings: z.array(z.object({ lectureId: Id, title: z.string(), at: Instant })),
  /** the last first */
  corrections: z.array(
    z.object({
      _id: Id,
      /** of the entry */
      title: z.string(),
      /** whether it was ticked, or unticked; null where the tick stayed */
      done: z.boolean().nullable(),
      /** that were set, or with `to` of null taken back; null where only a tick was corrected */
      marks: z.object({ from: z.number().nullable(), to: z.number().nullable(), maxMarks: z.number() }).nullable(),
      reason: z.string(),
      at: Instant,
    }),
  ),
})

const courseParams = z.object({ courseId: Id })
const studentParams = z.object({ courseId: Id, studentId: Id })
const savedRule = z.object({ rule: CompletionRule, version: Version })

export const completion = {
  rule: endpoint({
    method: 'GET',
    path: '/api/course/completion/:courseId',
    access: 'educator',
    summary: 'What counts towards completing an own course; the default where nothing was set',
    params: courseParams,
    status: 200,
    reply: savedRule,
    errors: ['not_found'],
  }),
  setRule: endpoint({
    method: 'POST',
    path: '/api/course/completion/:courseId',
    access: 'educator',
    summary: 'Set what counts towards completing an own course. Who has completed it stays so',
    params: courseParams,
    body: CompletionRule.extend(readVersion),
    status: 200,
    reply: savedRule.extend({ message: z.string() }),
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  student: endpoint({
    method: 'GET',
    path: '/api/course/completion/:courseId/:studentId',
    access: 'educator',
    summary: 'What a student of an own course has completed, entry by entry, and what was corrected',
    params: studentParams,
    status: 200,
    reply: StudentCompletion,
    errors: ['not_found'],
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/course/completion/:courseId/:studentId',
    access: 'educator',
    summary:
      'Tick an entry for a student of an own course, or take the tick back; the student reads the reason. A completed course stays so; repeating it is no error',
    params: studentParams,
    body: z.strictObject({ lectureId: Id, done: z.boolean(), reason: Reason }),
    status: 200,
    reply: StudentCompletion,
    errors: ['not_found', 'rate_limited'],
  }),
  openEarly: endpoint({
    method: 'POST',
    path: '/api/course/openearly/:courseId/:studentId',
    access: 'educator',
    summary:
      'Open an entry that is closed to a student of an own course, or it and all that follow and are closed now. They stay open; repeating it is no error',
    params: studentParams,
    body: z.strictObject({ lectureId: Id, following: z.boolean() }),
    status: 200,
    reply: StudentCompletion,
    errors: ['not_found', 'rate_limited'],
  }),
}
