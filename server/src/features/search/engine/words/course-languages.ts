import { type CourseLanguage, courseLanguages } from '@virtual-courses/contract/values/fields'
import { languageIn } from '../indian/read-indian.ts'
import { scriptOf, wordsOf } from './words.ts'

/** Languages that are written in each script, the one of most courses first. */
export const languagesOf: Readonly<Record<string, readonly CourseLanguage[]>> = {
  devanagari: ['hi', 'mr', 'ne'],
  bengali: ['bn', 'as'],
  gurmukhi: ['pa'],
  gujarati: ['gu'],
  oriya: ['or'],
  tamil: ['ta'],
  telugu: ['te'],
  kannada: ['kn'],
  malayalam: ['ml'],
}

/** Words before and after a language in which something is to be taught: "in Hindi", "Hindi me". */
const before = new Set(['in'])
const after = new Set(['me', 'mein', 'mai', 'main', 'medium', 'में'])

const hindiNames = new Intl.DisplayNames(['hi'], { type: 'language' })
const codes = Object.keys(courseLanguages).filter((code) => code !== 'other') as CourseLanguage[] // its keys
/** Who speaks in a language, or has a degree in it, learns it. */
const learned =
  /^(?:not|fluent|fluency|speak\w*|talk\w*|writ\w*|weak|degree|diploma|ba|ma|converse|conversation|interview|communicate)$/
/** Languages by their names in English and Hindi, in lower case. */
export const languageCodes: ReadonlyMap<string, CourseLanguage> = new Map(
  codes.flatMap((code): [string, CourseLanguage][] =>
    [courseLanguages[code], hindiNames.of(code) ?? ''].map((name) => [wordsOf(name).join(' '), code]),
  ),
)

/**
 * Returns the languages but English in which a text wants to be taught; one that is the subject itself, as in "learn Tamil", is none of
 * them.
 */
export function languagesBeside(words: readonly string[]): CourseLanguage[] {
  const found = words.flatMap((word, at) => {
    const plain = languageCodes.get(word)
    // "தமிழில்" has the "in" as its ending
    const code = plain ?? languageCodes.get(languageIn(word) ?? '')
    const isLearned = learned.test(words[at - 2] ?? '')
    const isBeside =
      (before.has(words[at - 1] ?? '') && !isLearned) || after.has(words[at + 1] ?? '') || plain === undefined
    return code !== undefined && code !== 'en' && isBeside ? [code] : []
  })
  return [...new Set(found)]
}

/** The language in which a course is taught: the one that its educator chose, or, where that is the default, the one that its title shows. */
export function taughtIn({
  language,
  title,
  subTitle,
}: Record<'title' | 'subTitle', string> & { language: CourseLanguage }): CourseLanguage {
  if (language !== 'en') return language
  const words = wordsOf(`${title} ${subTitle}`)
  const [said] = languagesBeside(words)
  const [written] = words.flatMap((word) => languagesOf[scriptOf(word) ?? ''] ?? [])
  return said ?? written ?? (/\p{Script=Arabic}/u.test(title) ? 'ur' : 'en')
}
