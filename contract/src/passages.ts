import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, requiredText } from './values/fields.ts'

/** Maximum length of a question about lectures, in characters. */
export const maxPassageQuestion = 300
/** Maximum numbers of passages, and of lectures of others, in an answer. */
export const maxPassages = 10
export const maxCovered = 5

/** What a passage was taken from. */
export const passageKinds = ['captions', 'text', 'description', 'chapters', 'attachment'] as const
export type PassageKind = (typeof passageKinds)[number]

const InLecture = z.object({
  courseId: Id,
  courseTitle: z.string(),
  lectureId: Id,
  lectureTitle: z.string(),
  /** place in the course, from 1 */
  lectureNumber: z.number().int(),
})

export const LecturePassage = InLecture.extend({
  _id: z.string(),
  kind: z.enum(passageKinds),
  /** BCP 47 */
  language: z.string(),
  /** seconds of the video; null where there is no time */
  start: z.number().nullable(),
  end: z.number().nullable(),
  /** second at which the best sentence of it begins */
  at: z.number().nullable(),
  text: z.string(),
})
export type LecturePassage = z.output<typeof LecturePassage>

export const CoveringLecture = InLecture.extend({ isPreviewFree: z.boolean() })
export type CoveringLecture = z.output<typeof CoveringLecture>

export const passages = {
  search: endpoint({
    method: 'POST',
    path: '/api/ai/lectures',
    access: 'public',
    summary:
      'Passages of lectures that answer a question, the best first, as far as the user may watch them now; of other published lectures about it only what the page of their course shows. With a course: of it alone, for who may watch it',
    body: z.object({ input: requiredText(maxPassageQuestion, 'A search'), courseId: Id.optional() }),
    status: 200,
    reply: z.object({
      passages: z.array(LecturePassage),
      /** lectures of which the user may not see a passage */
      covered: z.array(CoveringLecture),
      /** the best passages are sure to be about it */
      isAnswered: z.boolean(),
      /** the corrected or translated question, where it differs */
      readAs: z.string().nullable(),
    }),
    errors: ['not_found', 'rate_limited', 'unavailable'],
  }),
}
