import { foldText, type Role, searchWords } from '@virtual-courses/contract'

/** What decides who takes part in the questions of a course. */
export type CourseFacts = { creatorId: string; published: boolean; removed: boolean; enrolled: boolean }

/**
 * Who a user is among those who read the questions of a course. Enrolled students keep them when the course is taken off the list or
 * removed; someone who gave it back reads no more. Admins read them.
 */
export function decidePart(
  { creatorId, published, removed, enrolled }: CourseFacts,
  viewer: { id: string; role: Role },
): { part: 'educator' | 'student' | 'admin' } | { problem: 'not_found' | 'only_enrolled_questions' } {
  const own = viewer.id === creatorId
  if (own && !removed) return { part: 'educator' }
  if (enrolled) return { part: 'student' }
  if (removed) return { problem: 'not_found' }
  if (viewer.role === 'admin') return { part: 'admin' }
  return { problem: published ? 'only_enrolled_questions' : 'not_found' }
}

/** Characters of a question in which it is found, and words of a text by which it is; more would only cost time. */
const searchedLength = 2000
const mostWords = 12

/** Returns what is searched of a question. */
export const searchedText = (title: string, text: string): string =>
  foldText(`${title} ${text}`).slice(0, searchedLength)

/** Returns the words of a search, all of which a question has. */
export const wantedWords = (text: string): string[] => searchWords(text).slice(0, mostWords)

/** A word as it begins in all of its forms: "breaking", "breaks" and "break" are one. */
const stem = (word: string): string => {
  const cut = word.replace(/(?:ing|ed|es|s)$/, '')
  return cut.length >= 4 ? cut : word
}

/** Returns the words of a text by which similar questions are found: without signs and the shortest Latin words, each once. */
export function similarWords(text: string): string[] {
  const words = foldText(text)
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((word) => word.length > 2 || /[^a-z]/.test(word))
    .map(stem)
    .filter(Boolean)
  return [...new Set(words)].slice(0, mostWords)
}
