import { z } from 'zod'
import { endpoint, stream } from '../../endpoint.ts'
import { fileText, Id } from '../../values/fields.ts'
import { sentence } from '../../values/sentence.ts'
import { maxBankQuestions } from './bank.ts'
import { Formula, QuestionInput } from './questions.ts'

/** Formats in which questions of a bank come in: GIFT of Moodle, and tables of our own columns. */
export const transferFormats = ['gift', 'csv'] as const
export type TransferFormat = (typeof transferFormats)[number]

/** Maximum size of a file of questions in bytes of UTF-8, and of the questions that are read of it. */
export const maxTransferBytes = 1_000_000
export const maxTransferQuestions = maxBankQuestions
/** Questions and remarks of a file that a preview shows. */
export const shownQuestions = 50
export const shownRemarks = 100

/** A file of questions as text. */
const QuestionFile = {
  format: z.enum(transferFormats),
  text: fileText(maxTransferBytes, sentence('A file of questions has at most 1 MB')),
}

/** What is to say about a part of a file. */
export const Remark = z.object({
  /** of the file, from 1 */
  line: z.number().int(),
  /** how that part begins */
  source: z.string(),
  message: z.string(),
})
export type TransferRemark = z.output<typeof Remark>

/** What an import of a file would bring. */
export const TransferPreview = z.object({
  /** questions that can be read */
  total: z.number().int(),
  /** the first of them */
  questions: z.array(
    z.object({
      line: z.number().int(),
      question: QuestionInput,
      tags: z.array(z.string()),
      formulas: z.array(Formula),
    }),
  ),
  /** parts that cannot be read, and will not be imported: how many, and the first of them */
  unreadTotal: z.number().int(),
  unread: z.array(Remark),
  /** what is read in another way than it is written: how many, and the first of them */
  changedTotal: z.number().int(),
  changed: z.array(Remark),
  /** questions for which the bank has room */
  room: z.number().int(),
})
export type TransferPreview = z.output<typeof TransferPreview>

const courseParams = z.object({ courseId: Id })
// characters of a file may need six bytes in JSON
const maxFileBody = 3 * 1024 * 1024

export const quizTransfer = {
  preview: endpoint({
    method: 'POST',
    path: '/api/quiz/transfer/:courseId/preview',
    maxBodyBytes: maxFileBody,
    access: 'educator',
    summary: 'What a file would bring to the bank of an own course, and what of it cannot be read. Nothing is stored',
    params: courseParams,
    body: z.strictObject(QuestionFile),
    status: 200,
    reply: TransferPreview,
    errors: ['not_found', 'rate_limited'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/quiz/transfer/:courseId',
    maxBodyBytes: maxFileBody,
    access: 'educator',
    summary:
      'Add the questions of a file to the bank of an own course, all that can be read or none. A second call with the same key within a day adds nothing',
    params: courseParams,
    body: z.strictObject({
      ...QuestionFile,
      /** chosen by the client for one import */
      key: Id,
    }),
    status: 200,
    reply: z.object({ imported: z.number().int() }),
    errors: ['not_found', 'bank_full', 'rate_limited'],
  }),
  exportGift: stream({
    method: 'GET',
    path: '/api/quiz/transfer/:courseId/moodle',
    access: 'educator',
    summary: 'All questions of the bank of an own course in the GIFT format, the oldest first',
    params: courseParams,
    status: 200,
    contentType: 'text/plain',
    errors: ['not_found', 'rate_limited'],
  }),
  exportCsv: stream({
    method: 'GET',
    path: '/api/quiz/transfer/:courseId/csv',
    access: 'educator',
    summary: 'All questions of the bank of an own course as a table; texts cannot be formulas',
    params: courseParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
  exportAnswers: stream({
    method: 'GET',
    path: '/api/quiz/attempts/:lectureId/csv',
    access: 'educator',
    summary:
      'All answers of students to a quiz of an own course in attempts that are handed in, as a table with a row for each answer; texts cannot be formulas',
    params: z.object({ lectureId: Id }),
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
}
