import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NotificationSubject } from '@virtual-courses/contract'

/** Titles of what notifications are chosen by, and when they come. */
export const notificationSubjectTexts: Record<
  NotificationSubject,
  { title: MessageDescriptor; text: MessageDescriptor }
> = {
  purchases: { title: msg`Purchases`, text: msg`You enrolled in a course; the mail is your receipt` },
  refunds: { title: msg`Refunds`, text: msg`A payment went back to you` },
  lectures: { title: msg`New lectures`, text: msg`In the courses that you are enrolled in` },
  announcements: { title: msg`Announcements`, text: msg`From the educators of your courses` },
  sessions: { title: msg`Scheduled live sessions`, text: msg`A live session got its time` },
  'live-soon': { title: msg`Live sessions that begin soon`, text: msg`Half an hour before` },
  live: { title: msg`Live sessions that begin`, text: msg`The educator opened the room` },
  replies: { title: msg`Replies to your reviews`, text: msg`An educator answered` },
  marks: {
    title: msg`Changed marks`,
    text: msg`A quiz of yours was marked again, or what you have completed was corrected`,
  },
  answers: { title: msg`Your assignments`, text: msg`An educator returned or accepted your answer` },
  certificates: { title: msg`Your certificates`, text: msg`One was issued to you, or withdrawn` },
  'hand-ins': { title: msg`Answers to mark`, text: msg`A student handed in an answer` },
  'question-answers': {
    title: msg`Answers to questions`,
    text: msg`To questions that you follow; mails come once a day`,
  },
  prices: { title: msg`Price drops`, text: msg`For courses on your wishlist` },
  sales: { title: msg`New students`, text: msg`Someone enrolled in a course of yours` },
  reviews: { title: msg`New reviews`, text: msg`Someone reviewed a course of yours` },
  questions: { title: msg`New questions`, text: msg`Someone asked in a course of yours; mails come once a day` },
  payouts: { title: msg`Payouts`, text: msg`The bank paid you, or returned a payout` },
  moderation: { title: msg`Decisions of administrators`, text: msg`About your courses and reviews` },
}
