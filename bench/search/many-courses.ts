import { categories, levels } from '@virtual-courses/contract/fields'
import type { EvaluationCourse } from './load-data.ts'

/** Words that no search of the evaluation asks for, so that its grades stay true beside thousands of other courses. */
const subjects = [
  'Beekeeping',
  'Calligraphy',
  'Falconry',
  'Glassblowing',
  'Heraldry',
  'Juggling',
  'Kiteflying',
  'Lacemaking',
  'Marquetry',
  'Numismatics',
  'Origami',
  'Philately',
  'Quilting',
  'Rigging',
  'Saddlery',
  'Taxidermy',
  'Upholstery',
  'Viticulture',
  'Weaving',
  'Zymurgy',
]
const places = [
  'Valleys',
  'Islands',
  'Harbours',
  'Mountains',
  'Deserts',
  'Orchards',
  'Villages',
  'Forests',
  'Monasteries',
  'Lighthouses',
]
const ways = [
  'Ancient',
  'Seasonal',
  'Coastal',
  'Ceremonial',
  'Household',
  'Nomadic',
  'Travelling',
  'Midwinter',
  'Royal',
  'Forgotten',
]

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T // lists are not empty

/** Courses as long as real ones, each different, the same ones at every run. */
export function manyCourses(count: number): EvaluationCourse[] {
  return Array.from({ length: count }, (_, at) => {
    const subject = pick(subjects, at)
    const way = pick(ways, Math.floor(at / 20))
    const place = pick(places, Math.floor(at / 200))
    const mark = `${way} ${subject} of the ${place}`
    return {
      key: `many-${at}`,
      title: `${mark}, Volume ${Math.floor(at / 2000) + 1}`,
      subTitle: `${subject} among the ${place}, told by ${pick(ways, at * 7)} craftsmen`,
      description: `${mark}: where it came from, which materials it takes, and how ${pick(places, at * 3).toLowerCase()} kept it alive. ${'Patience, good light and a steady hand are enough to begin with. '.repeat(3)}`,
      category: pick(categories, at),
      level: pick(levels, at * 5),
      priceRupees: 199 + ((at * 37) % 2500),
      lectures: Array.from(
        { length: 8 },
        (_, lecture) => `${pick(subjects, at + lecture)} ${pick(places, at + lecture * 3)} ${lecture + 1}`,
      ),
    }
  })
}

/** Vectors near to those of another course: running the model on thousands of made-up texts would take ten minutes. */
export function disturbed(vectors: readonly Float32Array[], seed: number): Float32Array[] {
  return vectors.map((vector, side) => {
    const next = vector.map((one, at) => one + 0.01 * Math.sin(seed * 7919 + side * 104_729 + at * 31))
    const length = Math.hypot(...next)
    return next.map((one) => one / length)
  })
}
