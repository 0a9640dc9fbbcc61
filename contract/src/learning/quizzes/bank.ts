import { z } from 'zod'
import { endpoint, upload, uploadErrors } from '../../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, text, Version } from '../../values/fields.ts'
import { maxImageBytes } from '../../video/media.ts'
import { Formula, maxPrompt, QuestionInput, questionKinds, Tag, Tags } from './questions.ts'

/** Maximum number of questions of a course's bank, and of pictures in them. */
export const maxBankQuestions = 2000
export const maxQuizPictures = 500

/** A question of a course's bank with its key, for the creator of the course alone. */
export const BankQuestion = z.object({
  _id: Id,
  question: QuestionInput,
  tags: z.array(z.string()),
  /** of all its texts */
  formulas: z.array(Formula),
  createdAt: Instant,
  changedAt: Instant,
  version: Version,
  /** attempts that have it and are handed in, which a corrected key can mark again; counted up to 1,000 */
  attempts: z.number().int(),
})
export type BankQuestion = z.output<typeof BankQuestion>

/** A tag of a bank's questions, and how many have it. */
export const BankTag = z.object({ tag: z.string(), questions: z.number().int() })
export type BankTag = z.output<typeof BankTag>

const courseParams = z.object({ courseId: Id })
const questionParams = z.object({ questionId: Id })
const maxQuestionBytes = 100 * 1024

export const quizBank = {
  list: endpoint({
    method: 'GET',
    path: '/api/quiz/bank/:courseId',
    access: 'educator',
    summary: 'A page of the questions of an own course, the last changed first, with all tags and the number of all',
    params: courseParams,
    query: z.object({
      /** words of the question, of its choices or its tags; without any all are found */
      text: text(100).default(''),
      tag: Tag.optional(),
      kind: z.enum(questionKinds).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(24),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      questions: z.array(BankQuestion),
      tags: z.array(BankTag),
      /** of the whole bank */
      total: z.number().int(),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/quiz/bank/question/:questionId',
    access: 'educator',
    summary: 'A question of an own course',
    params: questionParams,
    status: 200,
    reply: z.object({ question: BankQuestion }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/quiz/bank/:courseId',
    maxBodyBytes: maxQuestionBytes,
    access: 'educator',
    summary: 'Add a question to the bank of an own course',
    params: courseParams,
    body: z.strictObject({ question: QuestionInput, tags: Tags.default([]) }),
    status: 201,
    reply: z.object({ question: BankQuestion }),
    errors: ['not_found', 'bank_full', 'rate_limited'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/quiz/bank/question/:questionId',
    maxBodyBytes: maxQuestionBytes,
    access: 'educator',
    summary:
      'Change a question of an own course. `all` corrects it everywhere and marks attempts again that were handed in: it must keep its kind and choices (`question_differs`). `new` leaves attempts as they were begun',
    params: questionParams,
    body: z.strictObject({
      question: QuestionInput,
      tags: Tags,
      appliesTo: z.enum(['all', 'new']),
      version: Version.optional(),
    }),
    status: 200,
    reply: z.object({ question: BankQuestion }),
    errors: ['not_found', 'changed_elsewhere', 'question_differs', 'bank_full', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/quiz/bank/question/:questionId',
    access: 'educator',
    summary:
      'Delete a question of an own course; one that is gone is no error. Attempts that have it keep it, no other gets it',
    params: questionParams,
    status: 200,
    reply: z.object({ removed: z.boolean() }),
    errors: ['rate_limited'],
  }),
  addPicture: upload({
    method: 'POST',
    path: '/api/quiz/bank/picture/:courseId',
    access: 'educator',
    summary: 'Store a picture for the questions of an own course; returns the address that Markdown shows',
    params: courseParams,
    body: z.object({}),
    files: { picture: { kind: 'image', maxBytes: maxImageBytes } },
    status: 201,
    reply: z.object({ url: z.string() }),
    errors: ['not_found', ...uploadErrors, 'bank_full'],
  }),
  formulas: endpoint({
    method: 'POST',
    path: '/api/quiz/formulas',
    access: 'educator',
    summary: 'The formulas of a Markdown text as MathML, for the preview of what is being written',
    body: z.strictObject({ text: text(maxPrompt) }),
    status: 200,
    reply: z.object({ formulas: z.array(Formula) }),
    errors: ['rate_limited'],
  }),
}
