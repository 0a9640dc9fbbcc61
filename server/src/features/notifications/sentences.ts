import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, select } from '@lingui/core/runtime-macro'
import { isolate, type RefundReason } from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import { readableTime } from '#core/languages/readable-time.ts'
import { formatRupees } from '#core/rupees.ts'

/** A title may have line breaks; a sentence has none. One in a script from right to left turns nothing around it. */
const inSentence = (title: string): string => isolate(title.trim().replace(/\s+/g, ' '))

/** A title that follows its course's: without the course's own at its beginning ("SQL: SQL: joins"). */
const afterCourse = (course: string, title: string): string => {
  const [first, all] = [course.trim(), title.trim()]
  const rest = all.slice(first.length).replace(/^\s*[:–—|-]\s*/, '')
  const isDoubled = all.toLowerCase().startsWith(first.toLowerCase()) && /^\s*[:–—|-]/.test(all.slice(first.length))
  return inSentence(isDoubled && rest !== '' ? rest : all)
}

/** Formats the hour of a time in a zone: 6:30 pm IST. */
const readableHour = (time: Date, zone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(time)
    .replaceAll(/[\u202f\u00a0]/g, ' ')

/** Where and for whom a sentence with a time is said: the platform's time zone and the reader's language. */
export type Reader = { zone: string; say: Say }

/** The sentences of notifications. The first five are literal in English (decisions, section 4). */
export const enrolled = (course: string): MessageDescriptor =>
  msg`You are enrolled in ${{ course: inSentence(course) }}`

export const studentEnrolled = (student: string, course: string): MessageDescriptor =>
  msg`${{ student: inSentence(student) }} enrolled in ${{ course: inSentence(course) }}`

export const lectureAdded = (course: string, lecture: string): MessageDescriptor =>
  msg`New lecture in ${{ course: inSentence(course) }}: ${{ lecture: afterCourse(course, lecture) }}`

export const sessionScheduled = (course: string, lecture: string, at: Date, { zone, say }: Reader): MessageDescriptor =>
  msg`Live session scheduled in ${{ course: inSentence(course) }}: ${{ lecture: afterCourse(course, lecture) }}, ${{ time: readableTime(at, zone, say.locale) }}`

/** The day is today. */
export const sessionSoon = (lecture: string, at: Date, { zone, say }: Reader): MessageDescriptor =>
  msg`${{ lecture: inSentence(lecture) }} begins at ${{ time: readableHour(at, zone, say.locale) }}`

export const sessionStarted = (lecture: string): MessageDescriptor =>
  msg`${{ lecture: inSentence(lecture) }} is live now`

/** Several events within a short time, in one notification: at least two. */
export const lecturesAdded = (course: string, count: number): MessageDescriptor =>
  msg`${plural({ count }, { one: '# new lectures', other: '# new lectures' })} in ${{ course: inSentence(course) }}`
export const sessionsScheduled = (course: string, count: number): MessageDescriptor =>
  msg`${plural({ count }, { one: '# live sessions', other: '# live sessions' })} scheduled in ${{ course: inSentence(course) }}`
export const sessionsStarted = (course: string, count: number): MessageDescriptor =>
  msg`${plural({ count }, { one: '# live sessions have', other: '# live sessions have' })} begun in ${{ course: inSentence(course) }}`

export const courseReviewed = (student: string, course: string, stars: number): MessageDescriptor =>
  msg`${{ student: inSentence(student) }} reviewed ${{ course: inSentence(course) }}: ${plural({ stars }, { one: '# star', other: '# stars' })}`

export const reviewReplied = (course: string): MessageDescriptor =>
  msg`The educator of ${{ course: inSentence(course) }} replied to your review`

/** Hundredths of a point. */
export const quizMarksChanged = (quiz: string, from: number, to: number): MessageDescriptor =>
  msg`Your marks in ${{ quiz: inSentence(quiz) }} have changed from ${{ from: from / 100 }} to ${{ to: to / 100 }}`
export const answersHandedIn = (course: string, assignment: string, count: number): MessageDescriptor =>
  msg`${plural({ count }, { one: '# new answer', other: '# new answers' })} to ${{ assignment: inSentence(assignment) }} in ${{ course: inSentence(course) }}`

export const answerReturned = (course: string, assignment: string): MessageDescriptor =>
  msg`Your answer to ${{ assignment: inSentence(assignment) }} in ${{ course: inSentence(course) }} came back: look at what should change`

export const answerAccepted = (course: string, assignment: string): MessageDescriptor =>
  msg`Your answer to ${{ assignment: inSentence(assignment) }} in ${{ course: inSentence(course) }} was accepted`

export const markCorrected = (course: string, lecture: string, done: boolean, reason: string): MessageDescriptor => {
  const parts = { lecture: inSentence(lecture), course: inSentence(course), reason: inSentence(reason) }
  return done
    ? msg`${{ lecture: parts.lecture }} in ${{ course: parts.course }} was marked as completed for you. Reason: ${{ reason: parts.reason }}`
    : msg`${{ lecture: parts.lecture }} in ${{ course: parts.course }} was marked as not completed. Reason: ${{ reason: parts.reason }}`
}

/** `count` students. */
export const attemptsUsed = (course: string, quiz: string, count: number): MessageDescriptor =>
  msg`${plural({ count }, { one: '# student has', other: '# students have' })} used all attempts at ${{ quiz: inSentence(quiz) }} in ${{ course: inSentence(course) }} without passing`
export const attemptsGiven = (course: string, quiz: string): MessageDescriptor =>
  msg`You can take ${{ quiz: inSentence(quiz) }} in ${{ course: inSentence(course) }} again`

/** `count` lectures, of which the first is named. */
export const lecturesOpened = (course: string, lecture: string, count: number): MessageDescriptor => {
  const [first, more] = [inSentence(lecture), count - 1]
  return more === 0
    ? msg`${{ lecture: first }} in ${{ course: inSentence(course) }} is open to you now`
    : msg`${{ lecture: first }} and ${plural({ more }, { one: '# more lecture', other: '# more lectures' })} in ${{ course: inSentence(course) }} are open to you now`
}
/** Hundredths of a point; null where marks were taken back that were set. */
export const marksSet = (course: string, lecture: string, marks: number | null, reason: string): MessageDescriptor => {
  const parts = { lecture: inSentence(lecture), course: inSentence(course), reason: inSentence(reason) }
  return marks === null
    ? msg`Your own marks in ${{ lecture: parts.lecture }} of ${{ course: parts.course }} count again. Reason: ${{ reason: parts.reason }}`
    : msg`Your marks in ${{ lecture: parts.lecture }} of ${{ course: parts.course }} are now ${{ marks: marks / 100 }}. Reason: ${{ reason: parts.reason }}`
}
export const manyMarksSet = (course: string, count: number, reason: string): MessageDescriptor =>
  msg`Your marks in ${plural({ count }, { one: '# entry', other: '# entries' })} of ${{ course: inSentence(course) }} have changed. Reason: ${{ reason: inSentence(reason) }}`

export const certificateIssued = (course: string): MessageDescriptor =>
  msg`Your certificate of ${{ course: inSentence(course) }} is ready`

export const certificateWithdrawn = (course: string, reason: string): MessageDescriptor =>
  msg`Your certificate of ${{ course: inSentence(course) }} was withdrawn. Reason: ${{ reason: inSentence(reason) }}`

export const announcement = (course: string, title: string): MessageDescriptor =>
  msg`Announcement in ${{ course: inSentence(course) }}: ${{ title: afterCourse(course, title) }}`
export const announcementRemoved = (course: string, title: string, reason: string): MessageDescriptor =>
  msg`Your announcement ${{ title: inSentence(title) }} in ${{ course: inSentence(course) }} was deleted by an administrator: ${{ reason: inSentence(reason) }}`

export const questionAsked = (course: string, question: string): MessageDescriptor =>
  msg`New question in ${{ course: inSentence(course) }}: ${{ question: afterCourse(course, question) }}`
export const questionsAsked = (course: string, count: number): MessageDescriptor =>
  msg`${plural({ count }, { one: '# new question', other: '# new questions' })} in ${{ course: inSentence(course) }}`
export const questionAnswered = (title: string, count: number, educator: boolean): MessageDescriptor => {
  const question = inSentence(title)
  return educator
    ? msg`The educator answered: ${{ question }}`
    : msg`${plural({ count }, { one: 'A new answer', other: '# new answers' })}: ${{ question }}`
}
export const questionSolved = (question: string): MessageDescriptor =>
  msg`The educator accepted your answer: ${{ question: inSentence(question) }}`

const kindOfPost = (answer: boolean): string => (answer ? 'answer' : 'question')
export const postHidden = (course: string, answer: boolean, reason: string): MessageDescriptor =>
  msg`An administrator hid your ${select({ what: kindOfPost(answer) }, { answer: 'answer', other: 'question' })} in ${{ course: inSentence(course) }}: ${{ reason: inSentence(reason) }}`
export const postRestored = (course: string, answer: boolean): MessageDescriptor =>
  msg`An administrator shows your ${select({ what: kindOfPost(answer) }, { answer: 'answer', other: 'question' })} in ${{ course: inSentence(course) }} again`

/** Daily mails: the number of questions that they name, and whether there are more. */
export const questionsWaiting = (count: number, more: boolean): MessageDescriptor =>
  more
    ? msg`More than ${{ count }} new questions wait for your answer`
    : msg`${plural({ count }, { one: '# new question waits', other: '# new questions wait' })} for your answer`
export const questionsAnswered = (count: number, more: boolean): MessageDescriptor =>
  more
    ? msg`New answers to more than ${{ count }} questions that you follow`
    : msg`New answers to ${plural({ count }, { one: 'a question', other: '# questions' })} that you follow`
/** A question of a daily mail. */
export const questionInMail = (course: string, question: string): MessageDescriptor =>
  msg`${{ question: inSentence(question) }} (${{ course: inSentence(course) }})`

/** Paise. */
export function paymentRefunded(title: string, paise: number, reason: RefundReason): MessageDescriptor {
  const [amount, course] = [formatRupees(paise), inSentence(title)]
  if (reason === 'extra') return msg`Your extra payment of ${{ amount }} for ${{ course }} was refunded`
  if (reason === 'withdrawn')
    return msg`Your payment of ${{ amount }} for ${{ course }} was refunded: the course was withdrawn`
  return reason === 'expired'
    ? msg`Your payment of ${{ amount }} for ${{ course }} was refunded: the order had expired`
    : msg`Your payment of ${{ amount }} for ${{ course }} was refunded`
}

export const refundDelayed = (course: string, paise: number): MessageDescriptor =>
  msg`Your refund of ${{ amount: formatRupees(paise) }} for ${{ course: inSentence(course) }} is delayed: the bank did not take it. It will be sent again`

export const refundFailed = (paise: number): MessageDescriptor =>
  msg`A refund of ${{ amount: formatRupees(paise) }} failed. The page Money says why; send it again there`

/** Prices in paise. */
export function priceDropped(title: string, from: number, to: number): MessageDescriptor {
  const [course, before] = [inSentence(title), formatRupees(from)]
  return to === 0
    ? msg`Price drop: ${{ course }} is now free, down from ${{ before }}`
    : msg`Price drop: ${{ course }} is now ${{ price: formatRupees(to) }}, down from ${{ before }}`
}

export const courseUnlisted = (course: string, reason: string): MessageDescriptor =>
  msg`An administrator took ${{ course: inSentence(course) }} off the list: ${{ reason: inSentence(reason) }}`

export const courseRelisted = (course: string): MessageDescriptor =>
  msg`An administrator put ${{ course: inSentence(course) }} back`

export const reviewRemoved = (course: string, reason: string): MessageDescriptor =>
  msg`An administrator removed your review of ${{ course: inSentence(course) }}: ${{ reason: inSentence(reason) }}`

export const reviewRestored = (course: string): MessageDescriptor =>
  msg`An administrator put your review of ${{ course: inSentence(course) }} back`

export const payoutPaid = (paise: number): MessageDescriptor =>
  msg`${{ amount: formatRupees(paise) }} were paid to your bank account`

export const payoutReturned = (paise: number, reason: string): MessageDescriptor =>
  msg`The bank returned your payout of ${{ amount: formatRupees(paise) }}: ${{ reason: inSentence(reason) }}. Please check your bank details`

/** `runs` is the number of payout runs that were open. */
export const adminRemoved = (what: 'suspended' | 'role' | 'deleted', runs: number): MessageDescriptor =>
  msg`An admin ${select({ what }, { suspended: 'was suspended', role: 'got another role', other: 'was deleted' })} while ${plural({ runs }, { one: 'a payout run is', other: '# payout runs are' })} open. The audit log says by whom`
