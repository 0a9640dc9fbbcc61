import { z } from 'zod'
import { endpoint, stream, upload, uploadErrors } from '../endpoint.ts'
import { Lecture } from '../lectures.ts'
import {
  AnswerAttempt,
  AnswerFile,
  AnswerRevision,
  Assignment,
  AssignmentForm,
  AssignmentTask,
  answerFilters,
  answerOutcomes,
  answerStates,
  ChosenLevels,
  CriterionComments,
  closedReasons,
  ListedAnswer,
  maxAnswerAttempts,
  maxAnswerBytes,
  maxAnswerComment,
  maxAnswerText,
  maxMarks,
  OwnAnswer,
} from '../values/assignment.ts'
import { Cursor, Id, Instant, pagesBeside, prose, Version } from '../values/fields.ts'
import { Attachment, maxAttachmentBytes } from '../video/media.ts'

const lectureParams = z.object({ lectureId: Id })
const answerParams = z.object({ answerId: Id })

const SavedAnswer = z.strictObject({
  text: prose(maxAnswerText),
  /** which the answer has from then on */
  revision: AnswerRevision,
  /** which was read; null before the first save. Another one is kept: `changed_elsewhere` */
  base: AnswerRevision.nullable(),
})

export const assignments = {
  create: endpoint({
    method: 'POST',
    path: '/api/course/createassignment/:courseId',
    access: 'educator',
    summary: 'Add an assignment to the end of an own course; its task is written by `assignments.edit`',
    params: z.object({ courseId: Id }),
    body: z.strictObject({ title: AssignmentForm.shape.title }),
    status: 201,
    reply: z.object({ lecture: Lecture }),
    errors: ['not_found', 'rate_limited', 'storage_full'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/assignments/:lectureId',
    access: 'signedIn',
    summary: 'An assignment, for users who may open it, with the own answer of a student',
    params: lectureParams,
    status: 200,
    reply: z.object({
      assignment: Assignment,
      /** null while a student has written nothing, and for everyone else */
      answer: OwnAnswer.nullable(),
      /** null where the user can hand in an answer now */
      closed: z.enum(closedReasons).nullable(),
      /** begun days after the due time that an answer of this moment would have */
      lateDays: z.number().int(),
    }),
    errors: ['not_found', 'not_entitled', 'not_open_yet'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/assignments/:lectureId',
    maxBodyBytes: 480 * 1024,
    access: 'educator',
    summary:
      'Change an own assignment. Answers that were marked keep their marks and the rubric that they were marked with; a due time without a zone is in that of the site',
    params: lectureParams,
    body: AssignmentForm,
    status: 200,
    reply: z.object({ assignment: Assignment, message: z.string() }),
    errors: ['not_found', 'changed_elsewhere', 'rate_limited', 'storage_full'],
  }),
  attach: upload({
    method: 'POST',
    path: '/api/assignments/:lectureId/files',
    access: 'educator',
    summary: 'Add a file to the task of an own assignment; `lectures.detach` deletes it',
    params: lectureParams,
    body: z.object({}),
    files: { file: { kind: 'document', maxBytes: maxAttachmentBytes } },
    status: 201,
    reply: z.object({ attachments: z.array(Attachment), message: z.string() }),
    errors: ['not_found', ...uploadErrors],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/assignments/:lectureId/answer',
    maxBodyBytes: 130 * 1024,
    access: 'signedIn',
    summary:
      'Keep the text of the own answer, which no one else sees before it is handed in. The same request counts once',
    params: lectureParams,
    body: SavedAnswer,
    status: 200,
    reply: z.object({ answer: OwnAnswer }),
    errors: [
      'not_found',
      'not_entitled',
      'not_open_yet',
      'forbidden',
      'answer_closed',
      'changed_elsewhere',
      'rate_limited',
    ],
  }),
  handIn: endpoint({
    method: 'POST',
    path: '/api/assignments/:lectureId/handin',
    maxBodyBytes: 130 * 1024,
    access: 'signedIn',
    summary: 'Hand in the own answer with this text and its files. The same request counts once',
    params: lectureParams,
    body: SavedAnswer,
    status: 200,
    reply: z.object({ answer: OwnAnswer, message: z.string() }),
    errors: [
      'not_found',
      'not_entitled',
      'not_open_yet',
      'forbidden',
      'answer_closed',
      'changed_elsewhere',
      'rate_limited',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/assignments/:lectureId/withdraw',
    access: 'signedIn',
    summary: 'Take back the own answer while it waits; it does not count as handed in then',
    params: lectureParams,
    body: z.strictObject({ attempt: z.number().int().min(1).max(maxAnswerAttempts) }),
    status: 200,
    reply: z.object({ answer: OwnAnswer, message: z.string() }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'forbidden', 'answer_closed', 'rate_limited'],
  }),
  addFile: upload({
    method: 'POST',
    path: '/api/assignments/:lectureId/answerfiles',
    access: 'signedIn',
    summary: 'Add a file to the own answer. It takes room of the educator of the course',
    params: lectureParams,
    body: z.object({}),
    files: { file: { kind: 'document', maxBytes: maxAnswerBytes } },
    status: 201,
    reply: z.object({ files: z.array(AnswerFile), message: z.string() }),
    errors: ['not_found', ...uploadErrors, 'not_entitled', 'not_open_yet', 'forbidden', 'answer_closed'],
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/api/answerfiles/:fileId',
    access: 'signedIn',
    summary: 'Remove a file from the own answer; what was handed in keeps it. Returns the others',
    params: z.object({ fileId: Id }),
    status: 200,
    reply: z.object({ files: z.array(AnswerFile), message: z.string() }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'forbidden', 'answer_closed', 'rate_limited'],
  }),
  file: stream({
    method: 'GET',
    path: '/api/answerfiles/:fileId',
    access: 'signedIn',
    summary:
      'A file of an answer, for its student, and for the educator once it is handed in; browsers save it and never open it. Supports Range requests',
    params: z.object({ fileId: Id }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'range_not_satisfiable'],
    status: 200,
    contentType: 'application/octet-stream',
  }),
  answers: endpoint({
    method: 'GET',
    path: '/api/answers',
    access: 'educator',
    summary:
      'A page of the answers to the educator’s own assignments: those that wait, the longest first; others, the last handed in first',
    query: z.object({
      state: z.enum(answerFilters).default('waiting'),
      courseId: Id.optional(),
      lectureId: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(24),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({ answers: z.array(ListedAnswer), ...pagesBeside }),
    errors: [],
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/answers/waiting',
    access: 'educator',
    summary: 'How many answers wait for the educator, counted up to 100',
    status: 200,
    reply: z.object({ count: z.number().int() }),
    errors: [],
  }),
  answer: endpoint({
    method: 'GET',
    path: '/api/answers/:answerId',
    access: 'educator',
    summary: 'An answer that was handed in to an own assignment, with all that is needed to mark it',
    params: answerParams,
    status: 200,
    reply: z.object({
      _id: Id,
      student: z.object({ _id: Id, name: z.string() }),
      state: z.enum(answerStates),
      assignment: AssignmentTask,
      /** the last one first; the first one is what is marked */
      attempts: z.array(AnswerAttempt),
      /** that waits the longest after this one, over all assignments; null for none */
      next: Id.nullable(),
    }),
    errors: ['not_found'],
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/answers/:answerId',
    maxBodyBytes: 320 * 1024,
    access: 'educator',
    summary:
      'Return an answer for changes, with a comment, or accept it, with marks. Marks of an answer that the student has not handed in again may be corrected; an accepted one stays accepted',
    params: answerParams,
    body: z.strictObject({
      outcome: z.enum(answerOutcomes),
      /** number of the attempt that was read */
      attempt: z.number().int().min(1).max(maxAnswerAttempts),
      /** that was read; with another rubric nothing is marked: `changed_elsewhere` */
      rubricVersion: Version,
      /** when the marks were given that these replace; null for none */
      replaces: Instant.nullable(),
      levels: ChosenLevels,
      comments: CriterionComments,
      comment: prose(maxAnswerComment),
      /** counts where the rubric has no criteria; null for none */
      marks: z.number().int().min(0).max(maxMarks).nullable(),
    }),
    status: 200,
    reply: z.object({ message: z.string(), next: Id.nullable() }),
    errors: ['not_found', 'changed_elsewhere', 'answer_closed', 'rate_limited'],
  }),
  archive: stream({
    method: 'GET',
    path: '/api/assignments/:lectureId/archive',
    access: 'educator',
    summary:
      'All answers to an own assignment as they were last handed in, with a table of marks, as a ZIP archive that is made while it is sent',
    params: lectureParams,
    status: 200,
    contentType: 'application/zip',
    errors: ['not_found', 'rate_limited'],
  }),
}
