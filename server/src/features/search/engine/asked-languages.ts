import { type CourseLanguage, courseLanguages } from '@virtual-courses/contract/values/fields'
import type { Understood } from './understand.ts'
import { scriptOf, stem } from './words/words.ts'

/** Languages that are written in each script. */
const languagesOf: Readonly<Record<string, readonly CourseLanguage[]>> = {
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
const stems = Object.entries(courseLanguages).map(([code, name]) => [code as CourseLanguage, stem(name.toLowerCase())]) // its keys

/** Returns the languages that a search names or is written in. */
export function askedLanguages(words: readonly string[], { concepts, filters }: Understood): Set<string> {
  const named = new Set([...words.map(stem), ...concepts.flatMap(({ same }) => same.flat())])
  return new Set([
    'en',
    ...(filters.inHindi ? ['hi', 'ur'] : []),
    ...stems.flatMap(([code = '', name = '']) => (named.has(name) ? [code] : [])),
    ...words.flatMap((word) => languagesOf[scriptOf(word) ?? ''] ?? []),
  ])
}
