import { notificationSubjectNames } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { showsSubject } from './notification-settings.tsx'

const shown = (role: 'student' | 'educator' | 'admin', enrolled = false) =>
  notificationSubjectNames.filter((subject) => showsSubject(subject, role, enrolled))

describe('the account page shows', () => {
  test('a student what they learn and buy', () =>
    expect(shown('student')).toEqual([
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
      'moderation',
    ]))
  test('an educator what they teach, and what they learn when they are enrolled', () => {
    const teaching = ['sales', 'reviews', 'hand-ins', 'questions', 'payouts', 'moderation']
    expect(shown('educator')).toEqual(['question-answers', ...teaching])
    expect(shown('educator', true)).toEqual([...notificationSubjectNames])
  })
  test('an admin nothing that they could not get', () => expect(shown('admin')).toEqual([]))
})
