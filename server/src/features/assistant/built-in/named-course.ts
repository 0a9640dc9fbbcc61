import type { CourseFacts } from '../queries.ts'
import { plainLine } from '../sanitise/sanitise-line.ts'

/** Returns the message in lower case, with single blanks, and without signs other than those of names such as C++ and C#. */
export const readMessage = (message: string): string =>
  plainLine(message)
    .toLowerCase()
    .replace(/['’]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}+#₹./&-]/gu, ' ')
    .replace(/[./-](?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const wordsIn = (text: string): string[] => text.split(/[\s/&-]+/).filter(Boolean)

/** Letters that endings such as "-s" and "-ing" add. */
const ending = 3

/** The same word, or the same with another ending. Subjects come from the search with their spelling corrected. */
export function sameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > ending) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(short) || (short.endsWith('e') && long.startsWith(short.slice(0, -1)))
}

/** The words of `asked` that a text has. */
export const sharedWords = (asked: readonly string[], text: string): string[] => {
  const words = wordsIn(readMessage(text))
  return asked.filter((word) => words.some((other) => sameWord(word, other)))
}

const smallWords = /^(?:a|an|the|of|and|for|in|on|to|with|your|you|that|from|course)$/

/** Returns the one course that a subject names by its title; undefined when it names none, or several alike. */
export function namedCourse(subject: string, courses: readonly CourseFacts[]): CourseFacts | undefined {
  const asked = wordsIn(readMessage(subject))
  if (asked.length === 0) return undefined
  const scored = courses
    .map((course) => {
      const title = wordsIn(readMessage(course.title)).filter((word) => !smallWords.test(word))
      const hits = asked.filter((word) => title.some((one) => sameWord(one, word))).length
      return { course, hits, of: hits / asked.length, score: hits / asked.length + hits / Math.max(1, title.length) }
    })
    .filter(({ hits, of }) => of >= 0.6 && (hits >= 2 || asked.length === 1))
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  if (!best) return undefined
  if (!second) return best.course
  if (asked.length === 1) return undefined
  return best.score - second.score > 0.1 ? best.course : undefined
}

/** Returns the one of a few courses whose title has words of a message that the other titles lack; undefined for none or several. */
export function namedAmong(message: string, courses: readonly CourseFacts[]): CourseFacts | undefined {
  const said = wordsIn(readMessage(message)).filter((word) => word.length > 3 && !smallWords.test(word))
  const owners = said.flatMap((word) => {
    const having = courses.filter(({ title }) => sharedWords([word], title).length > 0)
    return having.length === 1 ? having : []
  })
  const [first] = owners
  return owners.every((owner) => owner === first) ? first : undefined
}
