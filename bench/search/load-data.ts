import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CourseLanguage, categories, Level } from '@virtual-courses/contract/values/fields'
import { courses as demoCourses } from '@virtual-courses/demo/courses'
import { parse } from 'yaml'
import { z } from 'zod'
import { crossQueries } from './cross.ts'
import { type EvaluationCourse, type EvaluationSet, type GradedQuery, unstated } from './evaluation-set.ts'

const Text = z.string().trim().min(1)
const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const CourseFile = z.partialRecord(
  z.enum(categories),
  z.record(
    Key,
    z.strictObject({
      title: Text,
      subTitle: Text.default(''),
      description: Text.default(''),
      educator: Text.default(''),
      level: Level.nullable().default(null),
      priceRupees: z.int().nonnegative(),
      minutes: z.int().positive().nullable().default(null),
      language: CourseLanguage.default('en'),
      lectures: Text.transform((titles) => titles.split('; ')).default([]),
    }),
  ),
)
const Queries = z.record(Text, z.array(z.string().regex(/\S.* \|( [a-z0-9-]+=[123])*$/)))
const QueryFile = z.strictObject({ fit: Queries, test: Queries })

const dataFolder = join(import.meta.dirname, 'data')

/** Catalogues that the crossed queries are graded for. */
const crossedCatalogues = ['own', 'strangers'] as const

/** Sets of queries over the courses of another set. */
const catalogueOf: Readonly<Record<string, string>> = { 'real-more': 'real' }

/**
 * Returns the evaluation sets: one for each folder of `data` that has queries, and courses of its own or of another set, and for
 * `own` and `strangers` also the set of crossed queries over the same courses. Throws if a file does not have the form of its schema, if a query wants a
 * course that does not exist, or if a query is there twice.
 */
export function loadSets(): EvaluationSet[] {
  const folders = readdirSync(dataFolder).filter(
    (folder) => existsSync(join(dataFolder, folder, 'queries.yaml')) && hasCourses(catalogueOf[folder] ?? folder),
  )
  return [...folders.sort(), ...crossedCatalogues.map((name) => `crossed-${name}`)].map(loadSet)
}

/** Returns the evaluation set with this name. Throws as `loadSets` does, and if there is none. */
export function loadSet(name: string): EvaluationSet {
  const catalogue = crossedCatalogues.find((one) => `crossed-${one}` === name)
  const source = catalogue ?? catalogueOf[name] ?? name
  if (!hasCourses(source)) throw new Error(`There is no evaluation set "${name}"`)
  const courses = loadCourses(source)
  const queries = catalogue ? crossQueries(catalogue, courses) : loadQueries(name)
  const set = { name, courses, queries }
  checkSet(set)
  return set
}

const hasCourses = (folder: string): boolean => existsSync(join(dataFolder, folder, 'courses.yaml'))

function loadCourses(set: string): EvaluationCourse[] {
  const file = CourseFile.parse(readYaml(set, 'courses.yaml'))
  const written = categories.flatMap((category) =>
    Object.entries(file[category] ?? {}).map(([key, course]) => ({ key, category, ...course })),
  )
  // The product's demo has courses of its own, which its visitors search for.
  return set === 'own' ? [...publishedDemoCourses(), ...written] : written
}

function publishedDemoCourses(): EvaluationCourse[] {
  return demoCourses
    .filter(({ published }) => published)
    .map(({ key, title, subTitle, description, category, level, priceRupees, lectures }) => ({
      ...unstated,
      key,
      title,
      subTitle,
      description,
      category,
      level,
      priceRupees,
      lectures: lectures.map((lecture) => lecture.title),
    }))
}

function loadQueries(set: string): GradedQuery[] {
  const file = QueryFile.parse({ ...readYaml(set, 'queries.yaml'), ...readYaml(set, 'kept.yaml') })
  return (['fit', 'test'] as const).flatMap((part) =>
    Object.entries(file[part]).flatMap(([kind, lines]) => lines.map((line) => ({ kind, part, ...readLine(line) }))),
  )
}

function readLine(line: string): Pick<GradedQuery, 'query' | 'wanted'> {
  const bar = line.lastIndexOf('|')
  const grades = line
    .slice(bar + 1)
    .split(' ')
    .filter(Boolean)
  return {
    query: line.slice(0, bar).trim(),
    wanted: Object.fromEntries(grades.map((grade) => [grade.slice(0, -2), Number(grade.slice(-1))])),
  }
}

/** The content of a data file; nothing when a set does not have it: only some keep their part `test` in a file of its own. */
function readYaml(set: string, file: string): object {
  const path = join(dataFolder, set, file)
  return existsSync(path) ? z.looseObject({}).parse(parse(readFileSync(path, 'utf8'))) : {}
}

function checkSet({ name, courses, queries }: EvaluationSet): void {
  const keys = new Set(courses.map(({ key }) => key))
  if (keys.size !== courses.length) throw new Error(`${name}: two courses have the same key`)
  const seen = new Set<string>()
  for (const { query, wanted } of queries) {
    const unknown = Object.keys(wanted).find((key) => !keys.has(key))
    if (unknown !== undefined)
      throw new Error(`${name}: "${query}" wants the course "${unknown}", which does not exist`)
    if (seen.has(query.toLowerCase())) throw new Error(`${name}: "${query}" is there twice`)
    seen.add(query.toLowerCase())
  }
}
