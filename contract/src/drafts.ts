import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Version } from './values/fields.ts'
import { sentence } from './values/sentence.ts'

/** Maximum number of drafts that an account keeps, and of bytes of one as JSON. */
export const maxDrafts = 50
export const maxDraftBytes = 256 * 1024
/** Days after which a draft is deleted that no one has changed. */
export const draftDays = 30

/** A text as it was typed: it may be longer than the field takes. All fields of a form together fit into a draft. */
const tooLong = sentence('This text is too long to be kept as a draft')
const Line = z.string().max(1000, tooLong)
const Lines = z.string().max(20_000, tooLong)
const LectureText = z.string().max(60_000, tooLong)
const Switched = z.boolean()

/**
 * What was typed into a form of the studio and is not saved yet, by the kind of form: the fields that differ from what the form was filled
 * with. No form here has passwords, bank details or codes.
 */
export const draftKinds = {
  /** the subject is a course, or `newSubject` for one that is being created */
  course: z
    .strictObject({
      title: Line,
      subTitle: Line,
      description: Lines,
      category: Line,
      level: Line,
      language: Line,
      outcomes: Lines,
      requirements: Lines,
      audience: Lines,
      price: Line,
      certificate: Switched,
      isPublished: Switched,
    })
    .partial(),
  /** the subject is a lecture */
  lecture: z
    .strictObject({ lectureTitle: Line, isPreviewFree: Switched, description: Lines, text: LectureText })
    .partial(),
  /** of a course's next lecture; the subject is the course */
  newLecture: z.strictObject({ lectureTitle: Line, isLive: Switched, liveStartTime: Line }).partial(),
  /** the subject is a bundle, or `newSubject`; `courses` are ids with spaces between them */
  bundle: z
    .strictObject({ title: Line, description: Lines, price: Line, isPublished: Switched, courses: Line })
    .partial(),
  /** the subject is a review, and the text its answer */
  reply: z.strictObject({ text: Lines }).partial(),
} as const
export type DraftKind = keyof typeof draftKinds
/** Subject of a draft of what does not exist yet; no id is like it. */
export const newSubject = 'new'

const Content = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('course'), typed: draftKinds.course }),
  z.strictObject({ kind: z.literal('lecture'), typed: draftKinds.lecture }),
  z.strictObject({ kind: z.literal('newLecture'), typed: draftKinds.newLecture }),
  z.strictObject({ kind: z.literal('bundle'), typed: draftKinds.bundle }),
  z.strictObject({ kind: z.literal('reply'), typed: draftKinds.reply }),
])

/** Opaque; another one each time that another text is stored. */
const Revision = Id

export const Draft = z.object({
  typed: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** what the form was filled with; null for one without a version */
  version: Version.nullable(),
  revision: Revision,
  storedAt: Instant,
})
export type Draft = z.output<typeof Draft>

const params = z.object({ kind: z.enum(['course', 'lecture', 'newLecture', 'bundle', 'reply']), subject: Id })

export const drafts = {
  read: endpoint({
    method: 'GET',
    path: '/api/drafts/:kind/:subject',
    access: 'educator',
    summary: 'What the educator has typed into a form of the studio and not saved; null where there is nothing',
    params,
    status: 200,
    reply: z.object({ draft: Draft.nullable() }),
    errors: [],
  }),
  store: endpoint({
    method: 'POST',
    path: '/api/drafts/:kind/:subject',
    maxBodyBytes: maxDraftBytes + 4096,
    access: 'educator',
    summary:
      'Keep what was typed into a form of an own course, lecture, bundle or answer. It takes the place of the draft that the page has seen; another one is returned, and stays. Deleted after 30 days without a change',
    params,
    body: z.strictObject({
      content: Content,
      version: Version.nullable(),
      /** of the stored draft that the page has seen; null for none */
      seen: Revision.nullable(),
    }),
    status: 200,
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('stored'), revision: Revision, storedAt: Instant }),
      /** nothing was stored: another tab or device has stored this one since */
      z.object({ outcome: z.literal('conflict'), other: Draft }),
    ]),
    errors: ['not_found', 'drafts_full', 'too_large', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/drafts/:kind/:subject',
    access: 'educator',
    summary:
      'Delete a draft: what it has was saved or discarded. With `revision` only that one, so that what another tab has typed since stays. One that is gone is no error',
    params,
    query: z.object({ revision: Revision.optional() }),
    status: 200,
    reply: z.object({ removed: z.boolean() }),
    errors: [],
  }),
}
