import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createEngine, type SearchEngine } from '#features/search/engine/create-engine.ts'
import { courseTexts } from '#features/search/engine/meaning.ts'
import { loadLexicon } from '#features/search/engine/words/lexicon.ts'
import { createEnglish } from '#features/search/engine/words/words.ts'
import type { Embedder } from '#ports/embedder.ts'
import type { IndexedCourse } from '#ports/search-index.ts'

type Written = Pick<IndexedCourse, 'id' | 'title'> & Partial<IndexedCourse> & { price?: number }

/** Returns a course for the search; `price` in rupees. */
export const searchableCourse = ({ price = 499, ...course }: Written): IndexedCourse => ({
  subTitle: '',
  description: '',
  category: 'Others',
  level: 'Beginner',
  language: 'en',
  pricePaise: price * 100,
  lectures: [],
  educator: '',
  minutes: null,
  sections: [],
  outcomes: [],
  spoken: '',
  ...course,
})

/** Returns the courses of `search-courses.yaml`. */
export const searchableCourses = (): IndexedCourse[] =>
  (parse(readFileSync(join(import.meta.dirname, 'search-courses.yaml'), 'utf8')) as Written[]) // our own file
    .map(searchableCourse)

const isEnglish = createEnglish()

/** Returns a search of those courses: by words alone, or with the vectors of a model. */
export async function createTestEngine(embedder: Embedder | null = null): Promise<SearchEngine> {
  const engine = await createEngine({ lexicon: loadLexicon(), embedder, isEnglish })
  for (const course of searchableCourses())
    engine.put(course, await embedder?.embed(courseTexts(course).map(engine.inEnglish)))
  return engine
}

/** Returns the ids of what a search finds, in order. */
export const foundIds = async (engine: SearchEngine, input: string): Promise<string[]> =>
  (await engine.search(input)).courses.map(({ id }) => id)
