import type { MessageDescriptor } from '@lingui/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { english, speak } from '#core/languages/language.ts'
import { readableTime } from '#core/languages/readable-time.ts'
import { coursePage, kinds, livePage, playerPage, showContent } from './kinds.ts'
import * as sentences from './sentences.ts'

const evening = new Date('2026-12-01T13:00:00Z')

const said: [MessageDescriptor, string][] = [
  [sentences.enrolled('SQL'), 'You are enrolled in SQL'],
  [sentences.studentEnrolled('Asha', 'SQL'), 'Asha enrolled in SQL'],
  [sentences.lectureAdded('SQL', 'Joins'), 'New lecture in SQL: Joins'],
  // a name that the lecture repeats is said once
  [sentences.lectureAdded('JavaScript', 'JavaScript: Closures'), 'New lecture in JavaScript: Closures'],
  [sentences.announcement('SQL', 'sql – no class'), 'Announcement in SQL: no class'],
  [sentences.lectureAdded('SQL', 'SQL:'), 'New lecture in SQL: SQL:'],
  [sentences.lectureAdded('SQL', 'SQLite: Files'), 'New lecture in SQL: SQLite: Files'],
  [
    sentences.sessionScheduled('SQL', 'Joins', evening, { zone: 'Asia/Kolkata', say: english }),
    'Live session scheduled in SQL: Joins, 1 Dec 2026, 6:30 pm IST',
  ],
  [
    sentences.sessionScheduled('SQL', 'Joins', evening, { zone: 'UTC', say: english }),
    'Live session scheduled in SQL: Joins, 1 Dec 2026, 1:00 pm UTC',
  ],
  [sentences.sessionStarted('Joins'), 'Joins is live now'],
  [sentences.lecturesAdded('SQL', 5), '5 new lectures in SQL'],
  [sentences.sessionsScheduled('SQL', 5), '5 live sessions scheduled in SQL'],
  [sentences.sessionsStarted('SQL', 2), '2 live sessions have begun in SQL'],
  [sentences.courseReviewed('Asha', 'SQL', 1), 'Asha reviewed SQL: 1 star'],
  [sentences.courseReviewed('Asha', 'SQL', 5), 'Asha reviewed SQL: 5 stars'],
  [sentences.quizMarksChanged('Knots', 250, 400), 'Your marks in Knots have changed from 2.5 to 4'],
  [sentences.answersHandedIn('SQL', 'Joins', 1), '1 new answer to Joins in SQL'],
  [sentences.answersHandedIn('SQL', 'Joins', 3), '3 new answers to Joins in SQL'],
  [sentences.answerReturned('SQL', 'Joins'), 'Your answer to Joins in SQL came back: look at what should change'],
  [sentences.answerAccepted('SQL', 'Joins'), 'Your answer to Joins in SQL was accepted'],
  [
    sentences.markCorrected('SQL', 'Joins', true, 'Seen in class'),
    'Joins in SQL was marked as completed for you. Reason: Seen in class',
  ],
  [
    sentences.markCorrected('SQL', 'Joins', false, 'A mistake'),
    'Joins in SQL was marked as not completed. Reason: A mistake',
  ],
  [sentences.attemptsUsed('SQL', 'Joins', 1), '1 student has used all attempts at Joins in SQL without passing'],
  [sentences.attemptsUsed('SQL', 'Joins', 2), '2 students have used all attempts at Joins in SQL without passing'],
  [sentences.attemptsGiven('SQL', 'Joins'), 'You can take Joins in SQL again'],
  [sentences.lecturesOpened('SQL', 'Joins', 1), 'Joins in SQL is open to you now'],
  [sentences.lecturesOpened('SQL', 'Joins', 3), 'Joins and 2 more lectures in SQL are open to you now'],
  [sentences.marksSet('SQL', 'Joins', 750, 'Oral exam'), 'Your marks in Joins of SQL are now 7.5. Reason: Oral exam'],
  [
    sentences.marksSet('SQL', 'Joins', null, 'A mistake'),
    'Your own marks in Joins of SQL count again. Reason: A mistake',
  ],
  [sentences.manyMarksSet('SQL', 3, 'Oral exam'), 'Your marks in 3 entries of SQL have changed. Reason: Oral exam'],
  [sentences.certificateIssued('SQL'), 'Your certificate of SQL is ready'],
  [sentences.certificateWithdrawn('SQL', 'A\ncopy'), 'Your certificate of SQL was withdrawn. Reason: A copy'],
  [sentences.announcement('SQL', 'No class'), 'Announcement in SQL: No class'],
  [
    sentences.announcementRemoved('SQL', 'Buy\nthis', 'An advert'),
    'Your announcement Buy this in SQL was deleted by an administrator: An advert',
  ],
  [sentences.questionAsked('SQL', 'Why\nnull?'), 'New question in SQL: Why null?'],
  [sentences.questionsAsked('SQL', 3), '3 new questions in SQL'],
  [sentences.questionAnswered('Why null?', 1, true), 'The educator answered: Why null?'],
  [sentences.questionAnswered('Why null?', 1, false), 'A new answer: Why null?'],
  [sentences.questionAnswered('Why null?', 4, false), '4 new answers: Why null?'],
  [sentences.questionsWaiting(1, false), '1 new question waits for your answer'],
  [sentences.questionsAnswered(2, false), 'New answers to 2 questions that you follow'],
  [sentences.questionsAnswered(10, true), 'New answers to more than 10 questions that you follow'],
  [sentences.reviewReplied('SQL'), 'The educator of SQL replied to your review'],
  [sentences.paymentRefunded('SQL', 129_950, 'extra'), 'Your extra payment of ₹1,299.50 for SQL was refunded'],
  [sentences.paymentRefunded('SQL', 100, 'expired'), 'Your payment of ₹1 for SQL was refunded: the order had expired'],
  [
    sentences.refundDelayed('SQL', 100),
    'Your refund of ₹1 for SQL is delayed: the bank did not take it. It will be sent again',
  ],
  [sentences.refundFailed(100), 'A refund of ₹1 failed. The page Money says why; send it again there'],
  [sentences.paymentRefunded('SQL', 100, 'returned'), 'Your payment of ₹1 for SQL was refunded'],
  [sentences.priceDropped('SQL', 10_000_000, 49_900), 'Price drop: SQL is now ₹499, down from ₹1,00,000'],
  [sentences.priceDropped('SQL', 49_900, 0), 'Price drop: SQL is now free, down from ₹499'],
  [sentences.payoutPaid(1_234_550), '₹12,345.50 were paid to your bank account'],
  [
    sentences.payoutReturned(100, 'account closed'),
    'The bank returned your payout of ₹1: account closed. Please check your bank details',
  ],
  [
    sentences.adminRemoved('suspended', 1),
    'An admin was suspended while a payout run is open. The audit log says by whom',
  ],
  [
    sentences.adminRemoved('role', 2),
    'An admin got another role while 2 payout runs are open. The audit log says by whom',
  ],
  [sentences.enrolled('  Two\nlines\t'), 'You are enrolled in Two lines'],
  [sentences.courseReviewed('زینب', 'اردو', 5), '\u2068زینب\u2069 reviewed \u2068اردو\u2069: 5 stars'],
]
test.each(said.map(([sentence, expected]) => [english(sentence), expected]))('%s', (sentence, expected) =>
  expect(sentence).toBe(expected),
)

/** A value for a field of the parameters of a kind: whatever people write is the title. */
function valueFor(field: z.ZodType, title: string): unknown {
  const options = field instanceof z.ZodEnum ? field.options : []
  if (field instanceof z.ZodArray && field.element instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(field.element.shape)
    return [Object.fromEntries(fields.map(([name, one]) => [name, valueFor(one, title)]))]
  }
  return [title, 5, false, evening.toISOString(), ...options].find((one) => field.safeParse(one).success)
}

test.each(Object.entries(kinds).filter(([kind]) => kind !== 'text'))(
  'a title from right to left turns nothing around it: %s',
  (kind, { params }) => {
    const sentenceWith = (title: string): string => {
      const values = Object.entries<z.ZodType>(params.shape).map(([name, field]) => [name, valueFor(field, title)])
      return showContent({ kind, params: Object.fromEntries(values) }, { zone: 'UTC', say: english }).message
    }
    expect(sentenceWith('SQL')).not.toMatch(/[\u2066-\u2069]/)
    const message = sentenceWith('SQL اردو میں!')
    expect(message).not.toBe('This notification cannot be shown at the moment')
    expect(message.replaceAll('\u2068SQL اردو میں!\u2069', 'SQL')).toBe(sentenceWith('SQL'))
  },
)

test.each(Object.entries(kinds).filter(([kind]) => kind !== 'text'))('%s is said in Hindi', (kind, { params }) => {
  const reader = { zone: 'Asia/Kolkata', say: speak('hi') }
  for (const count of [1, 5]) {
    const values = Object.entries<z.ZodType>(params.shape).map(([name, field]) => {
      const value = valueFor(field, 'SQL')
      return [name, typeof value === 'number' ? count : value]
    })
    const { message } = showContent({ kind, params: Object.fromEntries(values) }, reader)
    expect(message).toMatch(/[\u0900-\u097f]/)
    expect(message).not.toMatch(/[{}#]|undefined/)
    if (values.some(([, value]) => value === 'SQL')) expect(message).toContain('SQL')
  }
})

test('times have plain spaces alone, because versions of the language data differ in them', () => {
  expect(readableTime(evening, 'America/New_York')).not.toMatch(/[\u202f\u00a0]/)
})

test('links lead to the pages of the specification, and ids cannot break out of them', () => {
  expect(coursePage('c1')).toBe('/viewcourse/c1')
  expect(playerPage('c1')).toBe('/viewlecture/c1')
  expect(playerPage('c1', 'l1')).toBe('/viewlecture/c1?lecture=l1')
  expect(livePage('l1')).toBe('/live/l1')
  expect(playerPage('../x', '&y=1')).toBe('/viewlecture/..%2Fx?lecture=%26y%3D1')
})
