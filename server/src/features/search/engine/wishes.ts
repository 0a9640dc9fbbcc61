import type { Surroundings } from './background.ts'
import type { Intent } from './compile-lexicon.ts'
import type { LexicalIndex } from './lexical-index.ts'
import type { Tuning } from './tuning.ts'
import { conceptOf, type Knowledge } from './understand.ts'

/** What the courses have of the subjects that a wish leads to. */
export type Wish = {
  /** likeness of the search to the nearest wish that is taught here; 0 without one */
  likeness: number
  /** 0 to 1 by course: how much it is about what the nearest wishes lead to */
  courses: ReadonlyMap<string, number>
}

/** What the courses have of one subject: 0 to 1 by course, and whether one of them is about it. */
type Subject = { taught: boolean; courses: readonly (readonly [id: string, value: number])[] }

/** Tells which subjects are taught, and by which courses; remembers it until the courses or the lexicon change. */
export function createWishes(
  words: LexicalIndex,
  tuning: Pick<Tuning, 'subjectCoverage' | 'helpCoverage' | 'nextWish' | 'nextSubject'>,
) {
  const known = new Map<string, Subject>()

  function look(subject: readonly string[], knowledge: Knowledge): Subject {
    const key = subject.join(' ')
    const before = known.get(key)
    if (before) return before
    const hits = [...words.find([conceptOf(subject, knowledge)])]
    const top = Math.max(0, ...hits.map(([, { score }]) => score)) || 1
    const taught = hits.some(
      ([, { coverage, concepts }]) => coverage >= (concepts.size > 0 ? tuning.subjectCoverage : tuning.helpCoverage),
    )
    const courses = hits.map(([id, { score, coverage }]) => [id, Math.min(score / top, coverage)] as const)
    known.set(key, { taught, courses })
    return { taught, courses }
  }

  return {
    forget: () => known.clear(),
    /** Is a course about one of the subjects in a prominent place, or about what helps with it? */
    isTaught: (knowledge: Knowledge) => (subjects: Intent['subjects']) =>
      subjects.some((subject) => look(subject, knowledge).taught),
    /** The courses that the nearest wishes lead to; the subjects of a wish are in the order of their worth. */
    follow(intents: Surroundings['intents'], knowledge: Knowledge): Wish {
      const best = intents[0]?.likeness ?? 0
      const courses = new Map<string, number>()
      for (const { subjects, likeness } of intents) {
        if (likeness < best - tuning.nextWish) break
        subjects.forEach((subject, place) => {
          const worth = (likeness / best) * tuning.nextSubject ** place
          for (const [id, value] of look(subject, knowledge).courses)
            courses.set(id, Math.max(courses.get(id) ?? 0, worth * value))
        })
      }
      return { likeness: best, courses }
    },
  }
}
