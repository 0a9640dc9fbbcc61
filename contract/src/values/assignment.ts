import { z } from 'zod'
import { LiveStartTime, maxLectureText } from '../lectures.ts'
import { Attachment, maxAttachmentBytes } from '../video/media.ts'
import { Id, Instant, nameText, prose, readVersion, text, Version } from './fields.ts'
import { sentence } from './sentence.ts'

/** What becomes of an answer after the due time: it is not taken, taken and marked late, or loses marks for each day. */
export const lateRules = ['refused', 'marked', 'reduced'] as const
export type LateRule = (typeof lateRules)[number]

/** States of a student's answer. Only the student sees a draft. */
export const answerStates = ['draft', 'handed-in', 'returned', 'accepted'] as const
export type AnswerState = (typeof answerStates)[number]

/** Outcomes of marking an answer. */
export const answerOutcomes = ['returned', 'accepted'] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/** Maximum length of an answer, and of each comment on it, in UTF-16 units. */
export const maxAnswerText = 20_000
export const maxAnswerComment = 4000
/** Maximum number of files of an answer, and of their bytes together (50 MiB); and of all that were handed in with earlier answers. */
export const maxAnswerFiles = 5
export const maxAnswerBytes = maxAttachmentBytes
export const maxKeptAnswerFiles = 20
/** How often an answer may be handed in at most, and the highest marks. */
export const maxAnswerAttempts = 10
export const maxMarks = 1000
/** Maximum number of criteria of a rubric, and numbers of levels of each. */
export const maxCriteria = 12
export const criterionLevels = { least: 2, most: 6 } as const

/** Chosen by the client, so that marks find their level after titles have changed. */
const PartId = z
  .string()
  .max(16)
  .regex(/^[a-z0-9]{1,16}$/, sentence('This is not a part of a rubric'))

const RubricLevel = z.strictObject({
  id: PartId,
  title: nameText(100, 'Name of the level'),
  description: text(500),
  points: z.number().int().min(0).max(maxMarks),
})

const Criterion = z.strictObject({
  id: PartId,
  title: nameText(120, 'Name of the criterion'),
  description: text(500),
  levels: z
    .array(RubricLevel)
    .min(criterionLevels.least, sentence('A criterion has at least {least} levels', criterionLevels))
    .max(criterionLevels.most, sentence('A criterion has at most {most} levels', criterionLevels)),
})
export type Criterion = z.output<typeof Criterion>

const isUnique = (parts: readonly { id: string }[]) => new Set(parts.map(({ id }) => id)).size === parts.length

/** Criteria in their order; none of them where marks are given freely. */
export const Rubric = z
  .array(Criterion)
  .max(maxCriteria, sentence('A rubric has at most {most} criteria', { most: maxCriteria }))
  .refine((criteria) => isUnique(criteria) && criteria.every(({ levels }) => isUnique(levels)), {
    message: sentence('Two parts of this rubric have one id'),
  })
export type Rubric = z.output<typeof Rubric>

/** Returns the most points of a rubric; 0 without criteria. */
export const pointsOf = (rubric: Rubric): number =>
  rubric.reduce((sum, { levels }) => sum + Math.max(...levels.map(({ points }) => points)), 0)

export const AnswerFile = Attachment
export type AnswerFile = z.output<typeof AnswerFile>

/** Returns the path of a file of an answer; access is checked at each request. */
export const answerFilePath = (fileId: string): string => `/api/answerfiles/${fileId}`

/** Something for each criterion, by its id. */
const byCriterion = <Value extends z.ZodType>(value: Value) =>
  z
    .record(PartId, value)
    .refine((values) => Object.keys(values).length <= maxCriteria, {
      message: sentence('A rubric has at most {most} criteria', { most: maxCriteria }),
    })
    .meta({ maxProperties: maxCriteria })

export const ChosenLevels = byCriterion(PartId)
export const CriterionComments = byCriterion(prose(maxAnswerComment))

/** How an answer was marked: with the rubric of that time. */
const AnswerMarking = z.object({
  rubric: Rubric,
  maxMarks: z.number().int(),
  /** the level of each criterion, by their ids */
  levels: ChosenLevels,
  /** by criterion */
  comments: z.record(z.string(), z.string()),
  comment: z.string(),
  /** before what a late answer loses; null where none were given */
  marks: z.number().int().nullable(),
  /** what a late answer loses */
  percentOff: z.number().int(),
  /** with at most 2 decimals */
  finalMarks: z.number().nullable(),
  markedAt: Instant,
})
export type AnswerMarking = z.output<typeof AnswerMarking>

/** An answer as it was handed in, and how it was marked. */
export const AnswerAttempt = z.object({
  /** from 1 */
  number: z.number().int(),
  text: z.string(),
  files: z.array(AnswerFile),
  handedInAt: Instant,
  /** begun days after the due time, by the present one until it is marked; 0 for in time */
  lateDays: z.number().int(),
  /** null while it waits */
  outcome: z.enum(answerOutcomes).nullable(),
  marking: AnswerMarking.nullable(),
})
export type AnswerAttempt = z.output<typeof AnswerAttempt>

/** Random, by the client; another one each time that the answer is saved. */
export const AnswerRevision = z
  .string()
  .regex(/^[A-Za-z0-9_-]{12,32}$/, sentence('This is not the revision of an answer'))

/** A student's own answer. */
export const OwnAnswer = z.object({
  state: z.enum(answerStates),
  /** how often it was handed in */
  attempt: z.number().int(),
  text: z.string(),
  /** null before the first save */
  revision: AnswerRevision.nullable(),
  files: z.array(AnswerFile),
  changedAt: Instant,
  /** as they were handed in, the last one first */
  attempts: z.array(AnswerAttempt),
})
export type OwnAnswer = z.output<typeof OwnAnswer>

/** Why nothing can be handed in at the moment. */
export const closedReasons = ['waiting', 'accepted', 'attempts', 'late', 'removed', 'educator'] as const
export type ClosedReason = (typeof closedReasons)[number]

/** What an assignment asks for. */
export const AssignmentTask = z.object({
  lectureId: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  /** null without one */
  dueAt: Instant.nullable(),
  lateRule: z.enum(lateRules),
  /** percent of the marks that a late answer loses each begun day, where `lateRule` is `reduced` */
  latePercent: z.number().int(),
  maxAttempts: z.number().int(),
  maxMarks: z.number().int(),
  rubric: Rubric,
  /** of rubric and highest marks */
  rubricVersion: Version,
})

export const Assignment = AssignmentTask.extend({
  /** Markdown */
  task: z.string(),
  files: z.array(Attachment),
  /** of the site, in which due times are typed (IANA) */
  zone: z.string(),
  /** for the educator alone: of what `assignments.edit` changes */
  version: Version.optional(),
})
export type Assignment = z.output<typeof Assignment>

export const AssignmentForm = z.strictObject({
  title: nameText(200, 'Title of the assignment'),
  task: prose(maxLectureText),
  dueAt: LiveStartTime,
  lateRule: z.enum(lateRules),
  latePercent: z.number().int().min(1).max(100),
  maxAttempts: z.number().int().min(1).max(maxAnswerAttempts),
  /** counts where the rubric has no criteria: otherwise its points do */
  maxMarks: z.number().int().min(1).max(maxMarks),
  rubric: Rubric.refine((rubric) => rubric.length === 0 || pointsOf(rubric) > 0, {
    message: sentence('The levels of this rubric have no points'),
  }).refine((rubric) => pointsOf(rubric) <= maxMarks, {
    message: sentence('A rubric has at most {most} points', { most: maxMarks }),
  }),
  ...readVersion,
})

/** An answer in a list of the educator. */
export const ListedAnswer = z.object({
  _id: Id,
  student: z.object({ _id: Id, name: z.string() }),
  lectureId: Id,
  title: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  state: z.enum(answerStates),
  attempt: z.number().int(),
  handedInAt: Instant,
  lateDays: z.number().int(),
  finalMarks: z.number().nullable(),
  maxMarks: z.number().int(),
})
export type ListedAnswer = z.output<typeof ListedAnswer>

/** Answers of an educator's students, by what has become of them. */
export const answerFilters = ['waiting', 'returned', 'accepted', 'all'] as const
export type AnswerFilter = (typeof answerFilters)[number]

/** The number up to which waiting answers are counted. */
export const mostWaiting = 100
