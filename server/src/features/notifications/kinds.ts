import { msg } from '@lingui/core/runtime-macro'
import { deletedName, type NotificationKind, type NotificationSubject, refundReasons } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Sentence } from '#core/languages/language.ts'
import * as sentences from './sentences.ts'

/** The pages that notifications lead to (specification, section 2). */
export const coursePage = (courseId: string): string => `/viewcourse/${encodeURIComponent(courseId)}`

/** The player of a course, at a lecture when one is named. */
export const playerPage = (courseId: string, lectureId?: string): string =>
  `/viewlecture/${encodeURIComponent(courseId)}${lectureId === undefined ? '' : `?lecture=${encodeURIComponent(lectureId)}`}`

/** A question beside the player; of the course where its lecture is gone. */
const questionPage = (courseId: string, lectureId: string | null, questionId: string): string =>
  `/viewlecture/${encodeURIComponent(courseId)}?${new URLSearchParams({
    ...(lectureId !== null && { lecture: lectureId }),
    question: questionId,
  })}`

/** An announcement beside the player. */
const announcementPage = (courseId: string, announcementId: string): string =>
  `/viewlecture/${encodeURIComponent(courseId)}?${new URLSearchParams({ announcement: announcementId })}`

/** The announcements to an own course. */
const ownAnnouncementsPage = (courseId: string): string => `/courses/${encodeURIComponent(courseId)}/announcements`

/** The questions of an own course that wait. */
const ownQuestionsPage = (courseId: string): string => `/questions?course=${encodeURIComponent(courseId)}`

/** The students of an own course, newest first. */
const studentsPage = (courseId: string): string => `/courses/${encodeURIComponent(courseId)}/students`

/** The marks of an own course. */
const marksPage = (courseId: string): string => `/courses/${encodeURIComponent(courseId)}/marks`

/** Answers that wait, of an own assignment. */
const answersPage = (lectureId: string): string => `/answers?assignment=${encodeURIComponent(lectureId)}`

/** An assignment, with the own answer. */
const assignmentPage = (courseId: string, lectureId: string): string =>
  `/assignment/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`

/** The own marks of a course. */
const ownMarksPage = (courseId: string): string => `/marks/${encodeURIComponent(courseId)}`

/** A certificate, as anyone sees it. */
const certificatePage = (serial: string): string => `/certificate/${encodeURIComponent(serial)}`

/** Own orders with their refunds. */
const purchasesPage = '/purchases'

/** What an educator earned and was paid. */
const earningsPage = '/earnings'

/** What admins have to look after: failed refunds among others. */
const moneyPage = '/admin/money'

/** The audit log, newest first. */
const auditPage = '/admin/audit'

/** The reviews of an own course, newest first. */
const ownReviewsPage = (courseId: string): string => `/reviews?course=${encodeURIComponent(courseId)}`

/** A quiz of a course, for its student. */
const quizPage = (courseId: string, lectureId: string): string =>
  `/quiz/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`

export const livePage = (lectureId: string): string => `/live/${encodeURIComponent(lectureId)}`

/** The sentence of a notification, and the page that it links to: the very place, where there is one. */
type Words = { message: Sentence; link: string }
/** What a notification shows, with its kind, in the language of its reader. */
export type Shown = { message: string; link: string; kind: NotificationKind }

const course = { courseId: z.string(), course: z.string() }
const lecture = { lectureId: z.string(), lecture: z.string() }
const certificate = { course: z.string(), serial: z.string() }
const count = z.number().int()
const question = { questionId: z.string(), question: z.string(), lectureId: z.string().nullable() }
/** questions that a daily mail names; there may be more */
const digest = z.object({ items: z.array(z.object({ ...course, ...question, count })), more: z.boolean() })
const paise = z.number().int()

/** Types a kind. */
const define = <S extends z.ZodType>(params: S, show: (params: z.output<S>, reader: sentences.Reader) => Words) => ({
  params,
  show,
})

/**
 * Every kind of notification: the parameters that its row keeps, as they were at the time, and how they are shown. Rows live for
 * years: add kinds and optional parameters, but do not change names or meaning of existing ones.
 */
export const kinds = {
  /** `student` is null where the reader is the student */
  'student-enrolled': define(z.object({ ...course, student: z.string().nullable() }), (it) =>
    it.student === null
      ? { message: sentences.enrolled(it.course), link: playerPage(it.courseId) }
      : { message: sentences.studentEnrolled(it.student, it.course), link: studentsPage(it.courseId) },
  ),
  'payment-refunded': define(
    z.object({
      ...course,
      amount: paise,
      reason: z.enum(refundReasons),
    }),
    (it) => ({ message: sentences.paymentRefunded(it.course, it.amount, it.reason), link: coursePage(it.courseId) }),
  ),
  'refund-delayed': define(z.object({ ...course, amount: paise }), (it) => ({
    message: sentences.refundDelayed(it.course, it.amount),
    link: purchasesPage,
  })),
  'refund-failed': define(z.object({ amount: paise }), (it) => ({
    message: sentences.refundFailed(it.amount),
    link: moneyPage,
  })),
  'lecture-added': define(z.object({ ...course, ...lecture }), (it) => ({
    message: sentences.lectureAdded(it.course, it.lecture),
    link: playerPage(it.courseId, it.lectureId),
  })),
  'lectures-added': define(z.object({ ...course, count }), (it) => ({
    message: sentences.lecturesAdded(it.course, it.count),
    link: playerPage(it.courseId),
  })),
  'session-scheduled': define(z.object({ ...course, ...lecture, startTime: z.iso.datetime() }), (it, reader) => ({
    message: sentences.sessionScheduled(it.course, it.lecture, new Date(it.startTime), reader),
    link: playerPage(it.courseId, it.lectureId),
  })),
  'sessions-scheduled': define(z.object({ ...course, count }), (it) => ({
    message: sentences.sessionsScheduled(it.course, it.count),
    link: playerPage(it.courseId),
  })),
  'session-started': define(z.object(lecture), (it) => ({
    message: sentences.sessionStarted(it.lecture),
    link: livePage(it.lectureId),
  })),
  'sessions-started': define(z.object({ ...course, count }), (it) => ({
    message: sentences.sessionsStarted(it.course, it.count),
    link: playerPage(it.courseId),
  })),
  'session-soon': define(z.object({ ...course, ...lecture, startTime: z.iso.datetime() }), (it, reader) => ({
    message: sentences.sessionSoon(it.lecture, new Date(it.startTime), reader),
    link: livePage(it.lectureId),
  })),
  'course-reviewed': define(z.object({ ...course, student: z.string(), stars: count }), (it) => ({
    message: sentences.courseReviewed(it.student, it.course, it.stars),
    link: ownReviewsPage(it.courseId),
  })),
  'review-replied': define(z.object(course), (it) => ({
    message: sentences.reviewReplied(it.course),
    link: `${coursePage(it.courseId)}#reviews`,
  })),
  'quiz-marks-changed': define(z.object({ courseId: z.string(), ...lecture, from: count, to: count }), (it) => ({
    message: sentences.quizMarksChanged(it.lecture, it.from, it.to),
    link: quizPage(it.courseId, it.lectureId),
  })),
  'review-removed': define(z.object({ ...course, reason: z.string() }), (it) => ({
    message: sentences.reviewRemoved(it.course, it.reason),
    link: coursePage(it.courseId),
  })),
  'review-restored': define(z.object(course), (it) => ({
    message: sentences.reviewRestored(it.course),
    link: `${coursePage(it.courseId)}#reviews`,
  })),
  announcement: define(z.object({ ...course, announcementId: z.string(), title: z.string() }), (it) => ({
    message: sentences.announcement(it.course, it.title),
    link: announcementPage(it.courseId, it.announcementId),
  })),
  'announcement-removed': define(z.object({ ...course, title: z.string(), reason: z.string() }), (it) => ({
    message: sentences.announcementRemoved(it.course, it.title, it.reason),
    link: ownAnnouncementsPage(it.courseId),
  })),
  'question-asked': define(z.object({ ...course, ...question }), (it) => ({
    message: sentences.questionAsked(it.course, it.question),
    link: ownQuestionsPage(it.courseId),
  })),
  'questions-asked': define(z.object({ ...course, count }), (it) => ({
    message: sentences.questionsAsked(it.course, it.count),
    link: ownQuestionsPage(it.courseId),
  })),
  'question-answered': define(z.object({ ...course, ...question, count, educator: z.boolean() }), (it) => ({
    message: sentences.questionAnswered(it.question, it.count, it.educator),
    link: questionPage(it.courseId, it.lectureId, it.questionId),
  })),
  'question-solved': define(z.object({ ...course, ...question }), (it) => ({
    message: sentences.questionSolved(it.question),
    link: questionPage(it.courseId, it.lectureId, it.questionId),
  })),
  'post-hidden': define(z.object({ ...course, answer: z.boolean(), reason: z.string() }), (it) => ({
    message: sentences.postHidden(it.course, it.answer, it.reason),
    link: coursePage(it.courseId),
  })),
  'post-restored': define(z.object({ ...course, answer: z.boolean() }), (it) => ({
    message: sentences.postRestored(it.course, it.answer),
    link: coursePage(it.courseId),
  })),
  /** daily mails, which are not shown in the app */
  'questions-digest': define(digest, ({ items, more }) => ({
    message: sentences.questionsWaiting(items.length, more),
    link: '/questions',
  })),
  'answers-digest': define(digest, ({ items, more }) => ({
    message: sentences.questionsAnswered(items.length, more),
    link: '/notifications',
  })),
  'price-dropped': define(z.object({ ...course, from: paise, to: paise }), (it) => ({
    message: sentences.priceDropped(it.course, it.from, it.to),
    link: coursePage(it.courseId),
  })),
  'course-unlisted': define(z.object({ ...course, reason: z.string() }), (it) => ({
    message: sentences.courseUnlisted(it.course, it.reason),
    link: coursePage(it.courseId),
  })),
  'course-relisted': define(z.object(course), (it) => ({
    message: sentences.courseRelisted(it.course),
    link: coursePage(it.courseId),
  })),
  'payout-paid': define(z.object({ amount: paise }), (it) => ({
    message: sentences.payoutPaid(it.amount),
    link: earningsPage,
  })),
  'payout-returned': define(z.object({ amount: paise, reason: z.string() }), (it) => ({
    message: sentences.payoutReturned(it.amount, it.reason),
    link: earningsPage,
  })),
  'admin-removed': define(z.object({ what: z.enum(['suspended', 'role', 'deleted']), runs: count }), (it) => ({
    message: sentences.adminRemoved(it.what, it.runs),
    link: auditPage,
  })),
  /** the title of an assignment is that of its entry */
  'answer-handed-in': define(z.object({ ...course, ...lecture }), (it) => ({
    message: sentences.answersHandedIn(it.course, it.lecture, 1),
    link: answersPage(it.lectureId),
  })),
  'answers-handed-in': define(z.object({ ...course, ...lecture, count }), (it) => ({
    message: sentences.answersHandedIn(it.course, it.lecture, it.count),
    link: answersPage(it.lectureId),
  })),
  'answer-returned': define(z.object({ ...course, ...lecture }), (it) => ({
    message: sentences.answerReturned(it.course, it.lecture),
    link: assignmentPage(it.courseId, it.lectureId),
  })),
  'answer-accepted': define(z.object({ ...course, ...lecture }), (it) => ({
    message: sentences.answerAccepted(it.course, it.lecture),
    link: assignmentPage(it.courseId, it.lectureId),
  })),
  'mark-corrected': define(z.object({ ...course, ...lecture, done: z.boolean(), reason: z.string() }), (it) => ({
    message: sentences.markCorrected(it.course, it.lecture, it.done, it.reason),
    link: playerPage(it.courseId, it.lectureId),
  })),
  'attempts-used': define(z.object({ ...course, ...lecture, count }), (it) => ({
    message: sentences.attemptsUsed(it.course, it.lecture, it.count),
    link: marksPage(it.courseId),
  })),
  'attempts-given': define(z.object({ ...course, ...lecture }), (it) => ({
    message: sentences.attemptsGiven(it.course, it.lecture),
    link: quizPage(it.courseId, it.lectureId),
  })),
  'lectures-opened': define(z.object({ ...course, ...lecture, count }), (it) => ({
    message: sentences.lecturesOpened(it.course, it.lecture, it.count),
    link: playerPage(it.courseId, it.lectureId),
  })),
  'marks-set': define(
    z.object({ ...course, lecture: z.string(), marks: z.number().nullable(), reason: z.string() }),
    (it) => ({
      message: sentences.marksSet(it.course, it.lecture, it.marks, it.reason),
      link: ownMarksPage(it.courseId),
    }),
  ),
  'many-marks-set': define(z.object({ ...course, count, reason: z.string() }), (it) => ({
    message: sentences.manyMarksSet(it.course, it.count, it.reason),
    link: ownMarksPage(it.courseId),
  })),
  'certificate-issued': define(z.object(certificate), (it) => ({
    message: sentences.certificateIssued(it.course),
    link: certificatePage(it.serial),
  })),
  'certificate-withdrawn': define(z.object({ ...certificate, reason: z.string() }), (it) => ({
    message: sentences.certificateWithdrawn(it.course, it.reason),
    link: certificatePage(it.serial),
  })),
  /** rows from before there were kinds whose sentence matched none of them */
  text: define(z.object({ message: z.string(), link: z.string() }), (it) => it),
} satisfies Record<NotificationKind, unknown>

type Kinds = typeof kinds
/** A kind with parameters that fit it. */
export type Content = { [K in NotificationKind]: { kind: K; params: z.input<Kinds[K]['params']> } }[NotificationKind]

const unreadable = msg`This notification cannot be shown at the moment`

const subjects: Record<NotificationKind, NotificationSubject | null> = {
  'student-enrolled': 'sales',
  'payment-refunded': 'refunds',
  'refund-delayed': 'refunds',
  'lecture-added': 'lectures',
  'lectures-added': 'lectures',
  'session-scheduled': 'sessions',
  'sessions-scheduled': 'sessions',
  'session-soon': 'live-soon',
  'session-started': 'live',
  'sessions-started': 'live',
  'course-reviewed': 'reviews',
  'review-replied': 'replies',
  'quiz-marks-changed': 'marks',
  'review-removed': 'moderation',
  'review-restored': 'moderation',
  announcement: 'announcements',
  'announcement-removed': 'moderation',
  'question-asked': 'questions',
  'questions-asked': 'questions',
  'questions-digest': 'questions',
  'question-answered': 'question-answers',
  'question-solved': 'question-answers',
  'answers-digest': 'question-answers',
  'post-hidden': 'moderation',
  'post-restored': 'moderation',
  'price-dropped': 'prices',
  'course-unlisted': 'moderation',
  'course-relisted': 'moderation',
  'payout-paid': 'payouts',
  'payout-returned': 'payouts',
  'admin-removed': null,
  'refund-failed': null,
  'answer-handed-in': 'hand-ins',
  'answers-handed-in': 'hand-ins',
  'answer-returned': 'answers',
  'answer-accepted': 'answers',
  'mark-corrected': 'marks',
  'attempts-used': 'hand-ins',
  'attempts-given': 'marks',
  'lectures-opened': 'lectures',
  'marks-set': 'marks',
  'many-marks-set': 'marks',
  'certificate-issued': 'certificates',
  'certificate-withdrawn': 'certificates',
  text: null,
}

/** Kinds without a mail of their own: one mail a day has them all. */
const inDigests: ReadonlySet<NotificationKind> = new Set([
  'question-asked',
  'questions-asked',
  'question-answered',
  'question-solved',
])
export const hasOwnMail = ({ kind }: Content): boolean => !inDigests.has(kind)

/** Returns the pages of the questions that a daily mail names; none for other kinds. */
export const questionsOf = (content: Content) =>
  content.kind === 'questions-digest' || content.kind === 'answers-digest'
    ? content.params.items.map((item) => ({
        ...item,
        link:
          content.kind === 'questions-digest'
            ? ownQuestionsPage(item.courseId)
            : questionPage(item.courseId, item.lectureId, item.questionId),
      }))
    : []

/** Returns the subject by which users choose notifications of this content; null for those that always come. */
export const subjectOf = (content: Content): NotificationSubject | null =>
  content.kind === 'student-enrolled' && content.params.student === null ? 'purchases' : subjects[content.kind]

/** Returns the kinds that users choose together with that of a content. */
export const kindsLike = ({ kind }: Content): string[] =>
  Object.entries(subjects).flatMap(([other, subject]) => (subject === subjects[kind] ? [other] : []))

/** Returns the content of a row; null when another version of the program wrote what this one cannot read. */
export function readContent({ kind, params }: { kind: string; params: unknown }): Content | null {
  if (!Object.hasOwn(kinds, kind)) return null
  const known = kind as NotificationKind // checked in the line before
  const read = kinds[known].params.safeParse(params)
  return read.success ? ({ kind: known, params: read.data } as Content) : null // the schema is that of the kind
}

/** Returns what a row shows. A row that another version of the program wrote may be unreadable, and is shown as such. */
/** A deleted account has words in place of a name, in the language of the reader. */
const withNames = (params: object, { say }: sentences.Reader): object =>
  'student' in params && params.student === deletedName ? { ...params, student: say(msg`Deleted user`) } : params

export function showContent({ kind, params }: { kind: string; params: unknown }, reader: sentences.Reader): Shown {
  const none: Shown = { kind: 'text', message: reader.say(unreadable), link: '' }
  if (!Object.hasOwn(kinds, kind)) return none
  const known = kind as NotificationKind // checked in the line before
  const { params: schema, show } = kinds[known]
  const read = schema.safeParse(params)
  if (!read.success) return none
  // the schema and the function are of one kind, which the union of all kinds does not show
  const { message, link } = (show as (params: unknown, reader: sentences.Reader) => Words)(
    withNames(read.data, reader),
    reader,
  )
  return { kind: known, message: reader.say(message), link }
}

/** Throws when the parameters do not fit the kind. */
export const checkContent = ({ kind, params }: Content): void => void kinds[kind].params.parse(params)
