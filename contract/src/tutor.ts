import { z } from 'zod'
import { ChatTurn, maxChatLength, maxChatTurnLength, maxChatTurns } from './ai.ts'
import { endpoint, stream } from './endpoint.ts'
import { maxQuestionTitle } from './learning/questions.ts'
import { Chapter } from './lectures.ts'
import { Id, Instant, requiredText } from './values/fields.ts'
import { sentence } from './values/sentence.ts'

/** What the tutor of a course does: answer a question, explain a moment, sum up a lecture, ask about it. */
export const tutorTasks = ['ask', 'explain', 'summarise', 'quiz'] as const
export type TutorTask = (typeof tutorTasks)[number]
/** Questions of a course that lists show. */
export const mostAskedShown = 100
/** A message may be longer than it is answered: it is refused in the stream, with a sentence to show. */
const maxMessageBytes = 20_000
const maxSecond = 7 * 24 * 3600

/** A place that an answer cites as `[n]`. `start` is null where the lecture has no time, such as a text. */
export const Citation = z.object({
  n: z.number().int(),
  lectureId: Id,
  lectureTitle: z.string(),
  lectureNumber: z.number().int(),
  start: z.number().nullable(),
})
export type Citation = z.output<typeof Citation>

/** What the form of a question to the educator begins with. */
export const OfferedQuestion = z.object({
  title: z.string().max(maxQuestionTitle),
  lectureId: Id.nullable(),
  second: z.number().int().nullable(),
})
export type OfferedQuestion = z.output<typeof OfferedQuestion>

/** One event of an answer. A citation comes before its number is used. */
export type TutorEvent = { reply: string } | { citation: Citation } | { question: OfferedQuestion } | { error: string }

/** A question that a course did not answer, counted without who asked it. */
export const AskedQuestion = z.object({
  _id: Id,
  question: z.string(),
  /** null for one about the whole course */
  lecture: z.object({ _id: Id, title: z.string() }).nullable(),
  askings: z.number().int(),
  lastAskedAt: Instant,
})
export type AskedQuestion = z.output<typeof AskedQuestion>

export const lectureDrafts = ['chapters', 'summary', 'quiz'] as const
export type LectureDraft = (typeof lectureDrafts)[number]

const courseParams = z.object({ courseId: Id })
const lectureParams = z.object({ lectureId: Id })
const Message = z.object({ message: z.string() })

export const tutor = {
  ask: stream({
    method: 'POST',
    path: '/api/ai/ask',
    maxBodyBytes: 3 * maxMessageBytes + maxChatTurns * (3 * maxChatTurnLength + 100) + 1024,
    access: 'signedIn',
    summary: `Ask about a course that one may watch. Server-sent events as of /api/ai/chat, with \`citation\` before its number stands in a reply as \`[n]\`, and \`question\` where the course does not cover it. A message has at most ${maxChatLength} characters`,
    body: z.object({
      courseId: Id,
      message: requiredText(maxMessageBytes, 'A message'),
      history: z
        .array(ChatTurn)
        .max(maxChatTurns, sentence('Please send at most {most} turns of the conversation', { most: maxChatTurns }))
        .optional(),
      /** the lecture that is open; the tasks besides "ask" need it */
      lectureId: Id.optional(),
      /** the present second of its video */
      seconds: z.number().min(0).max(maxSecond).optional(),
      task: z.enum(tutorTasks, sentence('A task is one of the tutor')).optional(),
    }),
    errors: ['not_found', 'not_entitled', 'not_open_yet'],
    status: 200,
    contentType: 'text/event-stream',
  }),
  asked: endpoint({
    method: 'GET',
    path: '/api/tutor/asked/:courseId',
    access: 'educator',
    summary:
      'What was asked about an own course and not found in it: numbers for each lecture, and the most frequent questions',
    params: courseParams,
    status: 200,
    reply: z.object({
      /** with the most questions first; `lecture` is null for questions about the whole course */
      lectures: z.array(
        z.object({
          lecture: z.object({ _id: Id, title: z.string() }).nullable(),
          questions: z.number().int(),
          askings: z.number().int(),
        }),
      ),
      questions: z.array(AskedQuestion).max(mostAskedShown),
    }),
    errors: ['not_found'],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/tutor/asked/:courseId/:askedId/settle',
    access: 'educator',
    summary: 'Take a question off the list of what an own course does not answer',
    params: courseParams.extend({ askedId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  drafting: endpoint({
    method: 'GET',
    path: '/api/tutor/draft/:lectureId',
    access: 'educator',
    summary: 'Whether a language model can draft chapters, a summary and questions of an own lecture',
    params: lectureParams,
    status: 200,
    reply: z.object({
      /** the site has a model */ isOffered: z.boolean(),
      /** the lecture has captions or a text */ hasTranscript: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  draft: endpoint({
    method: 'POST',
    path: '/api/tutor/draft/:lectureId',
    access: 'educator',
    summary:
      'Have the language model of the site draft chapters, a summary or questions of an own lecture from its transcript. Nothing is stored: the educator edits and saves it',
    params: lectureParams,
    body: z.object({ kind: z.enum(lectureDrafts, sentence('A draft is of chapters, a summary or a quiz')) }),
    status: 200,
    reply: z.object({
      chapters: z.array(Chapter),
      summary: z.string(),
      /** in the format GIFT, for the import of questions */
      quiz: z.string(),
    }),
    errors: ['not_found', 'model_off', 'no_transcript', 'draft_failed', 'rate_limited'],
  }),
}
