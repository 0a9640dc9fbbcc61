import { categories, courseLanguages, indianStates, levels, notificationSubjects } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { notificationSubjectTexts } from '#lib/notification-subjects.ts'
import { stateNames } from '#lib/state-options.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'

test('the English words for values of the contract are those of the contract', () => {
  for (const category of categories) expect(categoryNames[category].message).toBe(category)
  for (const level of levels) expect(levelNames[level].message).toBe(level)
  const words = (table: Record<string, { message?: string }>) =>
    Object.fromEntries(Object.entries(table).map(([key, { message }]) => [key, message]))
  expect(words(courseLanguageNames)).toEqual(courseLanguages)
  expect(words(stateNames)).toEqual(
    Object.fromEntries(Object.entries(indianStates).map(([code, { name }]) => [code, name])),
  )
  for (const [subject, { title, text }] of Object.entries(notificationSubjects)) {
    const own = new Map(Object.entries(notificationSubjectTexts)).get(subject)
    expect([own?.title.message, own?.text.message]).toEqual([title, text])
  }
})
