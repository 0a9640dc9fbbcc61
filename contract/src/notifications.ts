import { z } from 'zod'
import { endpoint, event } from './endpoint.ts'
import { Id, Instant } from './values/fields.ts'

/** What a notification is about. Rows live for years: kinds are added, never renamed. `text` is the kind of rows that are older than kinds. */
export const NotificationKind = z.enum([
  'student-enrolled',
  'payment-refunded',
  'refund-delayed',
  'refund-failed',
  'lecture-added',
  'lectures-added',
  'session-scheduled',
  'sessions-scheduled',
  'session-started',
  'sessions-started',
  'course-reviewed',
  'review-replied',
  'review-removed',
  'review-restored',
  'price-dropped',
  'announcement',
  'announcement-removed',
  'question-asked',
  'questions-asked',
  'question-answered',
  'question-solved',
  'post-hidden',
  'post-restored',
  'questions-digest',
  'answers-digest',
  'course-unlisted',
  'course-relisted',
  'session-soon',
  'payout-paid',
  'payout-returned',
  'admin-removed',
  'quiz-marks-changed',
  'answer-handed-in',
  'answers-handed-in',
  'answer-returned',
  'answer-accepted',
  'mark-corrected',
  'attempts-used',
  'attempts-given',
  'lectures-opened',
  'marks-set',
  'many-marks-set',
  'certificate-issued',
  'certificate-withdrawn',
  'text',
])
export type NotificationKind = z.output<typeof NotificationKind>

export const Notification = z.object({
  _id: Id,
  kind: NotificationKind,
  message: z.string(),
  read: z.boolean(),
  createdAt: Instant,
  /** path of a page, or "" */
  link: z.string(),
})
export type Notification = z.output<typeof Notification>

/**
 * What users choose notifications by, in the order in which they are shown. Rows and links in mails keep the names: subjects are added,
 * never renamed.
 */
export const notificationSubjectNames = [
  'purchases',
  'refunds',
  'lectures',
  'announcements',
  'sessions',
  'live-soon',
  'live',
  'replies',
  'marks',
  'answers',
  'certificates',
  'question-answers',
  'prices',
  'sales',
  'reviews',
  'hand-ins',
  'questions',
  'payouts',
  'moderation',
] as const
export type NotificationSubject = (typeof notificationSubjectNames)[number]

/** Title, explanation and defaults of a subject; `role` is whose account page shows it. */
type SubjectRule = { title: string; text: string; inApp: boolean; byMail: boolean; role: 'student' | 'educator' | null }

export const notificationSubjects: Record<NotificationSubject, SubjectRule> = {
  purchases: {
    title: 'Purchases',
    text: 'You enrolled in a course; the mail is your receipt',
    inApp: true,
    byMail: true,
    role: 'student',
  },
  refunds: { title: 'Refunds', text: 'A payment went back to you', inApp: true, byMail: false, role: 'student' },
  lectures: {
    title: 'New lectures',
    text: 'In the courses that you are enrolled in',
    inApp: true,
    byMail: false,
    role: 'student',
  },
  announcements: {
    title: 'Announcements',
    text: 'From the educators of your courses',
    inApp: true,
    byMail: true,
    role: 'student',
  },
  sessions: {
    title: 'Scheduled live sessions',
    text: 'A live session got its time',
    inApp: true,
    byMail: false,
    role: 'student',
  },
  'live-soon': {
    title: 'Live sessions that begin soon',
    text: 'Half an hour before',
    inApp: false,
    byMail: true,
    role: 'student',
  },
  live: {
    title: 'Live sessions that begin',
    text: 'The educator opened the room',
    inApp: true,
    byMail: false,
    role: 'student',
  },
  replies: {
    title: 'Replies to your reviews',
    text: 'An educator answered',
    inApp: true,
    byMail: true,
    role: 'student',
  },
  marks: {
    title: 'Changed marks',
    text: 'A quiz of yours was marked again, or what you have completed was corrected',
    inApp: true,
    byMail: false,
    role: 'student',
  },
  answers: {
    title: 'Your assignments',
    text: 'An educator returned or accepted your answer',
    inApp: true,
    byMail: true,
    role: 'student',
  },
  certificates: {
    title: 'Your certificates',
    text: 'One was issued to you, or withdrawn',
    inApp: true,
    byMail: true,
    role: 'student',
  },
  'question-answers': {
    title: 'Answers to questions',
    text: 'To questions that you follow; mails come once a day',
    inApp: true,
    byMail: true,
    role: null,
  },
  prices: { title: 'Price drops', text: 'For courses on your wishlist', inApp: true, byMail: false, role: 'student' },
  sales: {
    title: 'New students',
    text: 'Someone enrolled in a course of yours',
    inApp: true,
    byMail: false,
    role: 'educator',
  },
  reviews: {
    title: 'New reviews',
    text: 'Someone reviewed a course of yours',
    inApp: true,
    byMail: true,
    role: 'educator',
  },
  'hand-ins': {
    title: 'Answers to mark',
    text: 'A student handed in an answer',
    inApp: true,
    byMail: false,
    role: 'educator',
  },
  questions: {
    title: 'New questions',
    text: 'Someone asked in a course of yours; mails come once a day',
    inApp: true,
    byMail: true,
    role: 'educator',
  },
  payouts: {
    title: 'Payouts',
    text: 'The bank paid you, or returned a payout',
    inApp: true,
    byMail: true,
    role: 'educator',
  },
  moderation: {
    title: 'Decisions of administrators',
    text: 'About your courses and reviews',
    inApp: true,
    byMail: false,
    role: null,
  },
}

export const NotificationSetting = z.object({
  subject: z.enum(notificationSubjectNames),
  inApp: z.boolean(),
  byMail: z.boolean(),
})
export type NotificationSetting = z.output<typeof NotificationSetting>

/** Returns the subject that a link of a mail names, for its page; only the server knows whether the link is genuine. */
export function subjectOfLink(token: string): NotificationSubject | null {
  const [, name = ''] = token.split('.')
  return notificationSubjectNames.find((subject) => subject === name) ?? null
}

/** Default number of notifications in one reply. */
export const notificationPage = 50

const Message = z.object({ message: z.string() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    access: 'signedIn',
    summary: 'Notifications of the current user, newest first; `before` is the id of the last known one',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(notificationPage),
      before: Id.optional(),
    }),
    status: 200,
    reply: z.object({
      notifications: z.array(Notification),
      /** number of all unread notifications, not of this page only */
      unreadCount: z.number().int(),
      /** there are older ones */
      more: z.boolean(),
    }),
    errors: [],
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/user/notifications/:notificationId/read',
    access: 'signedIn',
    summary: 'Mark a notification as read; repeating it is no error',
    params: z.object({ notificationId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/user/notifications/read',
    access: 'signedIn',
    summary: 'Mark all notifications as read',
    status: 200,
    reply: Message,
    errors: [],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/user/notificationsettings',
    access: 'signedIn',
    summary: 'What the current user has chosen about notifications, for every subject',
    status: 200,
    reply: z.object({ settings: z.array(NotificationSetting) }),
    errors: [],
  }),
  saveSetting: endpoint({
    method: 'POST',
    path: '/api/user/notificationsettings',
    access: 'signedIn',
    summary: 'Choose whether notifications of a subject come in the app or by mail; what is not given stays',
    body: z.object({
      subject: NotificationSetting.shape.subject,
      inApp: z.boolean().optional(),
      byMail: z.boolean().optional(),
    }),
    status: 200,
    reply: z.object({ setting: NotificationSetting }),
    errors: ['rate_limited'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/unsubscribe',
    access: 'public',
    summary:
      'End mails of the subject of a mailed link, or with `all` mails of every subject; repeating it is no error',
    body: z.object({ token: z.string().max(200), all: z.boolean().default(false) }),
    status: 200,
    reply: Message,
    errors: ['bad_signature', 'rate_limited'],
  }),
}

/** Events of notifications that the server sends over the socket. */
export const notificationEvents = {
  arrived: event({ name: 'notification', summary: 'The user has a new notification', payload: Notification }),
  read: event({
    name: 'notifications-read',
    summary: 'The user has marked notifications as read, here or in another tab',
    payload: z.object({ ids: z.union([z.literal('all'), z.array(Id)]), unreadCount: z.number().int() }),
  }),
}
