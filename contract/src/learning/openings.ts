import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, readVersion, Version } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { imaginedDays, imaginedDiligence, maxOpeningDays, Opening } from './completion.ts'

const Days = z
  .number()
  .int()
  .min(1, sentence('Please choose between {least} and {most} days', { least: 1, most: maxOpeningDays }))
  .max(maxOpeningDays, sentence('Please choose between {least} and {most} days', { least: 1, most: maxOpeningDays }))

const inDays = z.strictObject({ kind: z.literal('days'), days: Days })
/** after everything before it that counts towards completing the course is done */
const inOrder = z.strictObject({ kind: z.literal('order') })

/** When a section or a lecture opens to students; null for at once. */
export const OpeningRule = z
  .discriminatedUnion('kind', [z.strictObject({ kind: z.literal('date'), at: Instant }), inDays, inOrder])
  .nullable()
export type OpeningRule = z.output<typeof OpeningRule>

/** The same as it is set: a time without a zone is in that of the site. */
export const OpeningForm = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('date'),
      at: z
        .string()
        .max(40)
        .regex(
          /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/,
          sentence('Please enter a date and time'),
        ),
    }),
    inDays,
    inOrder,
  ])
  .nullable()
export type OpeningForm = z.output<typeof OpeningForm>

const courseParams = z.object({ courseId: Id })
const saved = { opens: OpeningRule, version: Version }
const SetOpening = z.strictObject({ opens: OpeningForm, ...readVersion })
const setErrors = ['not_found', 'changed_elsewhere', 'rate_limited'] as const

export const openings = {
  read: endpoint({
    method: 'GET',
    path: '/api/course/openings/:courseId',
    access: 'educator',
    summary:
      'When the sections and lectures of an own course open, and what is closed to a student who enrolled so many days ago and has done nothing yet, or all that was open to them',
    params: courseParams,
    query: z.object({ days: imaginedDays.default(0), diligent: imaginedDiligence }),
    status: 200,
    reply: z.object({
      /** IANA, in which times are entered */
      zone: z.string(),
      /** those with a rule, in their order; the version of one without is `unset` */
      sections: z.array(z.object({ sectionId: Id, ...saved })),
      lectures: z.array(z.object({ lectureId: Id, ...saved })),
      /** version of a section or a lecture that opens at once */
      unset: Version,
      closed: z.array(z.object({ lectureId: Id, opening: Opening })),
    }),
    errors: ['not_found'],
  }),
  setSection: endpoint({
    method: 'POST',
    path: '/api/course/sectionopening/:sectionId',
    access: 'educator',
    summary: 'Set when a section of an own course opens. What a student has opened stays open to them',
    params: z.object({ sectionId: Id }),
    body: SetOpening,
    status: 200,
    reply: z.object({ ...saved, message: z.string() }),
    errors: setErrors,
  }),
  setLecture: endpoint({
    method: 'POST',
    path: '/api/course/lectureopening/:lectureId',
    access: 'educator',
    summary: 'Set when an entry of an own course opens. What a student has opened stays open to them',
    params: z.object({ lectureId: Id }),
    body: SetOpening,
    status: 200,
    reply: z.object({ ...saved, message: z.string() }),
    errors: setErrors,
  }),
}
