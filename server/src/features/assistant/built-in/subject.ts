import type { CourseFacts } from '../queries.ts'
import { readMessage, wordsIn } from './read-message.ts'

/** Words that say nothing of what is taught: small ones, and those of questions about courses. */
const fillers = new Set(
  `suggest suggestion suggestions recommend recommendation something anything learn study
  i me my mine we us our you your u ur the a an is are was were be am of for to in on at by with from as do does did can could would should will shall may please pls plz kindly
  tell show give list find get say explain know about what what's which who whom whose how when where why much many any some there here this that these those it its s t re
  course courses class classes program programme training tutorial and or if so but also have has had want need like hi hello hey dear sir madam
  hai hain ho hu hoon tha ka ki ke ko kya se mein mai main mera meri mujhe mujhko hume aap tum batao bataiye bata do dijiye chahiye konsa kaunsa konse kaun kon sa si wala wali par pe aur bhi liye karo karna
  price prices pricing cost costs fee fees charge charges rate kitne kitna kitni daam keemat kimat paisa paise rs rupees rupee ₹
  level hard difficult difficulty long duration hour hours minutes weeks days length time total lecture lectures lesson lessons video videos chapter chapters module modules syllabus contents content cover covers include includes contain
  rating ratings rated review reviews stars good worth nice suitable better best top cheapest cheaper cheap easier easy expensive costliest popular trending famous newest latest new recent most least sabse sasta saste accha acche mehnga
  teaches teach teaching teacher instructor educator author faculty made created taught padhata padhate sikhata
  student students people learners enrolled enrol enroll preview previews demo trial sample details detail info information more baare bare describe
  compare comparison comparing difference differences different between vs versus fark antar tulna choose pick one both two these live session sessions`
    .split(/\s+/)
    .filter(Boolean),
)

const roadmapWords =
  /\b(road ?maps?|(learning|career|study) (path|plan|order)s?|curriculum|step by step|in (what|which) order|path (to|for)|(want to|wanna|going to|how to|how (do|can|should) i) (become|be|get into|start|begin|learn)|become|becoming|get into|get started( (with|in))?|where (do|should|can|to) (i |we )?(start|begin)|what should i learn|(from )?(zero|scratch)( to (hero|pro|expert))?|(kaha+n?|kahan|kaise|kese)( se)?|shuru|start|begin|banna|banne|banu|bane|banun|guide|plan|path|complete|full(?! stack)|first|next|after that)\b/g

/** What a question is about, without the question: "price of the react course" is "react". */
export const subjectOf = (text: string): string =>
  wordsIn(text)
    .filter((word) => !fillers.has(word))
    .join(' ')

/** The same for a way to learn something. */
export const goalOf = (text: string): string => subjectOf(text.replace(roadmapWords, ' '))

/** The two or more things that are compared; one when only their subject is named. */
export function comparedIn(text: string): string[] {
  const after = text.replace(/^.*?\b(compare|comparison( of| between)?|difference(s)? between|diff between)\b/, ' ')
  return after
    .split(/\b(?:vs|versus|or|ya|and|aur|with|to|against)\b|&|,|\/\s/)
    .map(subjectOf)
    .filter(Boolean)
    .slice(0, 3)
}

const pairsOf = (word: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)))

/** The same word, or the same with a slip. */
function sameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length < 4 || b.length < 4) return false
  if (a.startsWith(b) || b.startsWith(a)) return true
  const [left, right] = [pairsOf(a), pairsOf(b)]
  const shared = [...left].filter((pair) => right.has(pair)).length
  return (2 * shared) / (left.size + right.size) >= 0.66
}

const titleWords = (course: CourseFacts): string[] => wordsIn(subjectOf(readMessage(course.title)))

/** The one course that a subject names by its title; undefined when it names none, or several alike. */
export function namedCourse(subject: string, courses: readonly CourseFacts[]): CourseFacts | undefined {
  const asked = wordsIn(subject)
  if (asked.length === 0) return undefined
  const scored = courses
    .map((course) => {
      const title = titleWords(course)
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
