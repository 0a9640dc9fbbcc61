import type { CourseLanguage } from '@virtual-courses/contract'
import { courseLanguages } from '@virtual-courses/contract/values/fields'
import type { CourseFacts } from '../queries.ts'

const codes = Object.keys(courseLanguages).filter((code) => code !== 'other') as CourseLanguage[] // its keys
/** "in Hindi", "Hindi mein", "हिंदी में" */
const says = new Map<CourseLanguage, RegExp>(
  codes.map((code) => {
    const names = [courseLanguages[code], new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? '']
    const name = `(?:${[...names, ...(code === 'hi' ? ['हिंदी'] : [])].join('|')})`
    return [code, new RegExp(`(?<![\\p{L}\\p{M}])(?:in ${name}|${name} (?:me|mein|में))(?![\\p{L}\\p{M}])`, 'iu')]
  }),
)
/** The language of most courses in each script. */
const scripts: readonly (readonly [RegExp, CourseLanguage])[] = [
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Oriya}/u, 'or'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Arabic}/u, 'ur'],
]

/** The language in which a course is taught: the one that its educator chose, or, where that is the default, the one that its title shows. */
export function taughtIn({ language, title, subTitle }: CourseFacts): CourseLanguage {
  if (language !== 'en') return language
  const texts = `${title} ${subTitle}`
  const said = codes.find((code) => says.get(code)?.test(texts))
  return said ?? scripts.find(([script]) => script.test(texts))?.[1] ?? 'en'
}

/** Returns the courses that are taught in one of the languages. */
export const taughtInAny = (courses: readonly CourseFacts[], languages: readonly CourseLanguage[]): CourseFacts[] =>
  courses.filter((course) => languages.includes(taughtIn(course)))
