import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { maxReportLength, ReportReason } from '../reviews.ts'
import { Cursor, Id, Instant, pagesBeside, Role, readVersion, requiredText, text, Version } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Maximum length of the words of a question that lists show, and of what is written below them or answered, in characters. */
export const maxQuestionTitle = 150
export const maxPostLength = 4000
/** Maximum number of questions that an account has asked in a course, and of its answers to one question. */
export const maxQuestionsOfCourse = 200
export const maxOwnAnswers = 50
/** Maximum number of similar questions that are shown to someone who is asking. */
export const mostSimilar = 5
/** The number up to which questions that wait for an educator are counted. */
export const mostWaitingQuestions = 99

/** Seconds; no video is longer than a week. */
const maxSecond = 7 * 24 * 3600

export const questionOrders = ['newest', 'votes'] as const
export type QuestionOrder = (typeof questionOrders)[number]
export const questionFilters = ['all', 'unanswered', 'own', 'followed'] as const
export type QuestionFilter = (typeof questionFilters)[number]

/** Made by the client for each post: the same request counts once. */
export const RequestKey = z.string().regex(/^[A-Za-z0-9_-]{12,32}$/, sentence('This is not the key of a request'))

/** A question or an answer. */
const Post = z.object({
  _id: Id,
  text: z.string(),
  /** `educator`: of this course */
  author: z.object({ name: z.string(), photoUrl: z.string(), role: Role, educator: z.boolean() }),
  own: z.boolean(),
  votes: z.number().int(),
  /** the user has voted for it */
  voted: z.boolean(),
  createdAt: Instant,
  /** null while it is as it was written */
  editedAt: Instant.nullable(),
  /** it is not the user’s own, and they have not reported it as it is now */
  canReport: z.boolean(),
  /** of an own one, for `edit` */
  version: Version.optional(),
})

export const CourseAnswer = Post.extend({ accepted: z.boolean() })
export type CourseAnswer = z.output<typeof CourseAnswer>

/** In lists `text` is the beginning of it. */
export const CourseQuestion = Post.extend({
  courseId: Id,
  title: z.string(),
  /** null when it was removed from the course */
  lecture: z.object({ _id: Id, title: z.string() }).nullable(),
  /** of the video that the lecture had then; null for a question about the lecture */
  second: z.number().int().nullable(),
  videoId: Id.nullable(),
  /** number of answers */
  answers: z.number().int(),
  /** an answer was accepted */
  solved: z.boolean(),
  follows: z.boolean(),
  /** since when it waits for the educator; null once they have answered or accepted an answer */
  waitsSince: Instant.nullable(),
})
export type CourseQuestion = z.output<typeof CourseQuestion>

const page = { limit: z.coerce.number().int().min(1).max(50).default(20), cursor: Cursor.optional() }
const courseParams = z.object({ courseId: Id })
const questionParams = z.object({ questionId: Id })
const postParams = z.object({ postId: Id })
const Title = requiredText(maxQuestionTitle, 'A question').transform((value) => value.replace(/\s+/g, ' '))
const PostText = text(maxPostLength).transform((value) => value.replaceAll('\r\n', '\n'))
const Message = z.object({ message: z.string() })

export const questions = {
  ofCourse: endpoint({
    method: 'GET',
    path: '/api/questions/course/:courseId',
    access: 'signedIn',
    summary:
      'Questions of a course for its enrolled students, its educator and admins; of one lecture, with all words of a text, not answered, own or followed ones',
    params: courseParams,
    query: z.object({
      lecture: Id.optional(),
      text: text(100).default(''),
      show: z.enum(questionFilters).default('all'),
      order: z.enum(questionOrders).default('newest'),
      ...page,
    }),
    status: 200,
    reply: z.object({ questions: z.array(CourseQuestion), ...pagesBeside }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions', 'rate_limited'],
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/questions/course/:courseId/similar',
    access: 'signedIn',
    summary: 'Questions of a course that share words with one that someone is typing, the most similar first',
    params: courseParams,
    query: z.object({ text: text(maxQuestionTitle) }),
    status: 200,
    reply: z.object({ questions: z.array(CourseQuestion).max(mostSimilar) }),
    errors: ['not_found', 'only_enrolled_questions', 'rate_limited'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/questions/lecture/:lectureId',
    access: 'signedIn',
    summary:
      'Ask about a lecture, or about a second of its video; students who are enrolled and the educator can. Who asks follows the question. The same request counts once',
    params: z.object({ lectureId: Id }),
    body: z.strictObject({
      key: RequestKey,
      title: Title,
      text: PostText.default(''),
      second: z.number().int().min(0).max(maxSecond).nullable().default(null),
    }),
    status: 201,
    reply: z.object({ question: CourseQuestion }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions', 'questions_full', 'rate_limited'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/questions/question/:questionId',
    access: 'signedIn',
    summary: 'A question with a page of its answers: those with most votes first, the accepted one apart',
    params: questionParams,
    query: z.object(page),
    status: 200,
    reply: z.object({
      question: CourseQuestion,
      /** the accepted one, on every page */
      accepted: CourseAnswer.nullable(),
      /** the others */
      answers: z.array(CourseAnswer),
      /** the user is the educator, who may accept an answer */
      mayAccept: z.boolean(),
      ...pagesBeside,
    }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/questions/question/:questionId/answers',
    access: 'signedIn',
    summary: 'Answer a question; those who follow it are notified. The same request counts once',
    params: questionParams,
    body: z.strictObject({
      key: RequestKey,
      text: PostText.refine((value) => value !== '', { message: sentence('An answer is required') }),
    }),
    status: 201,
    reply: z.object({ answer: CourseAnswer }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions', 'questions_full', 'rate_limited'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/questions/question/:questionId/accept',
    access: 'educator',
    summary: 'Accept an answer to a question of an own course in place of an earlier one, or none with null',
    params: questionParams,
    body: z.strictObject({ answerId: Id.nullable() }),
    status: 200,
    reply: z.object({ solved: z.boolean() }),
    errors: ['not_found', 'rate_limited'],
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/questions/question/:questionId/follow',
    access: 'signedIn',
    summary: 'Follow a question, or no longer; doing so twice is no error',
    params: questionParams,
    body: z.strictObject({ follows: z.boolean() }),
    status: 200,
    reply: z.object({ follows: z.boolean() }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions', 'rate_limited'],
  }),
  vote: endpoint({
    method: 'POST',
    path: '/api/questions/post/:postId/vote',
    access: 'signedIn',
    summary: 'Vote for a question or an answer of someone else, or take the vote back; doing so twice counts once',
    params: postParams,
    body: z.strictObject({ voted: z.boolean() }),
    status: 200,
    reply: z.object({ voted: z.boolean(), votes: z.number().int() }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions', 'own_post', 'rate_limited'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/questions/post/:postId',
    access: 'signedIn',
    summary: 'Change an own question or answer; an answer has no title',
    params: postParams,
    body: z.strictObject({ title: Title.optional(), text: PostText, ...readVersion }),
    status: 200,
    reply: z.object({ version: Version }),
    errors: [
      'not_found',
      'not_entitled',
      'not_open_yet',
      'only_enrolled_questions',
      'changed_elsewhere',
      'rate_limited',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/questions/post/:postId',
    access: 'signedIn',
    summary: 'Delete an own answer, or an own question that no one else has answered',
    params: postParams,
    status: 200,
    reply: Message,
    errors: ['not_found', 'question_answered', 'rate_limited'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/questions/post/:postId/report',
    access: 'signedIn',
    summary: 'Report a question or an answer of someone else to the admins; doing so twice is no error',
    params: postParams,
    body: z.strictObject({ reason: ReportReason, text: text(maxReportLength).default('') }),
    status: 201,
    reply: Message,
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'only_enrolled_questions', 'own_post', 'rate_limited'],
  }),
  ofEducator: endpoint({
    method: 'GET',
    path: '/api/questions/mine',
    access: 'educator',
    summary:
      'Questions in own courses, or in one of them: those that wait for the educator first, the longest waiting before all, then the others, the last asked first',
    query: z.object({ course: Id.optional(), show: z.enum(['all', 'unanswered']).default('all'), ...page }),
    status: 200,
    reply: z.object({
      questions: z.array(CourseQuestion.extend({ courseTitle: z.string() })),
      /** those that wait, counted up to `mostWaitingQuestions` */
      waiting: z.number().int(),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/questions/waiting',
    access: 'educator',
    summary: 'How many questions in own courses wait for the educator, counted up to 99',
    status: 200,
    reply: z.object({ waiting: z.number().int() }),
    errors: [],
  }),
}
