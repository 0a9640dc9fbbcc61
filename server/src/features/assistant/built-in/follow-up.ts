import type { Level } from '@virtual-courses/contract'
import type { Catalogue } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import { courseLink, priceText } from '../sanitise/course-link.ts'
import { sanitiseLine } from '../sanitise/sanitise-line.ts'
import { compareCourses } from './compare-courses.ts'
import { courseItem, factsLine, ratingText, timeText } from './course-lines.ts'
import { listCourses, mostItems, recommend } from './recommend.ts'
import type { Turn } from './understand-turn.ts'
import { writeDetails } from './write-details.ts'

const steps = ['Beginner', 'Intermediate', 'Advanced']
const mostCompared = 3
const mostCandidates = 12

/** Writes the answer to a message that refers to the one before it; nothing for any other message. */
export async function* followUp(turn: Turn, catalogue: Catalogue): AsyncGenerator<string> {
  const { label, meant, reading } = turn
  switch (label) {
    case 'followup.choose':
      return yield* choose(meant.length > 1 ? meant : turn.shown, reading.filters.level)
    case 'followup.cheapest':
      return yield* bestBy(
        meant,
        ({ price }) => price ?? 0,
        'costs the least',
        ({ price }) => priceText(price),
      )
    case 'followup.rated':
      return yield* bestBy(
        meant.filter(({ reviews }) => reviews > 0),
        ({ rating }) => -rating,
        'is rated highest',
        ratingText,
      )
    case 'followup.shortest':
      return yield* bestBy(
        meant.filter(({ seconds }) => seconds !== null),
        ({ seconds }) => seconds ?? 0,
        'is the shortest',
        ({ seconds }) => timeText(seconds ?? 0),
      )
    case 'followup.cheaper':
      return yield* cheaper(turn, catalogue)
    case 'followup.refine':
      return yield* refine(turn, catalogue)
    case 'followup.more':
      return yield* more(turn, catalogue)
  }
}

async function* choose(courses: readonly CourseFacts[], level: Level | null): AsyncGenerator<string> {
  const [first, second] = courses
  if (!first) return
  if (!second) {
    yield 'There is only this one:\n\n'
    return yield* writeDetails(first, [], 'UTC')
  }
  if (level === null) return yield* compareCourses(courses.slice(0, mostCompared))
  const fitting = courses.filter((course) => course.level === level)
  if (fitting.length === courses.length) {
    yield `All of them are at ${level} level. `
    return yield* compareCourses(courses.slice(0, mostCompared))
  }
  const [best, ...others] = fitting
  const wanted = steps.indexOf(level)
  const away = ({ level }: CourseFacts): number => Math.abs(steps.indexOf(level ?? 'Beginner') - wanted)
  const nearest = best ?? courses.toSorted((a, b) => away(a) - away(b))[0] ?? first
  yield best
    ? `${courseLink(best)} fits best: it is at ${level} level.${others.length > 0 ? ` So ${others.length === 1 ? 'is' : 'are'} ${others.map(courseLink).join(' and ')}.` : ''}\n\n`
    : `None of them is at ${level} level. ${courseLink(nearest)} comes closest.\n\n`
  for (const course of courses.slice(0, mostItems)) yield `- ${factsLine(course)}\n`
}

async function* bestBy(
  courses: readonly CourseFacts[],
  measure: (course: CourseFacts) => number,
  merit: string,
  value: (course: CourseFacts) => string,
): AsyncGenerator<string> {
  const [best, next] = courses.toSorted((a, b) => measure(a) - measure(b))
  if (!best) return yield 'That is not known of any of them yet.'
  const alike = next && measure(next) === measure(best)
  yield alike ? 'Some of them are alike in this:\n\n' : `Of these, ${courseLink(best)} ${merit}: ${value(best)}.\n\n`
  for (const course of courses.slice(0, mostItems)) yield `- ${courseLink(course)}: ${value(course)}\n`
}

/** What the conversation is about, as a search: its subject, or else the course that was shown first. */
const topicOf = ({ before, meant }: Turn): string => before || (meant[0]?.title ?? '')

/** Others about the topic, without those that are only near in meaning where some have its words. */
async function othersAbout(topic: string, { shown }: Turn, catalogue: Catalogue): Promise<CourseFacts[]> {
  const { courses, byWords } = await catalogue.search(topic, mostCandidates)
  const about = byWords.size > 0 ? courses.filter(({ id }) => byWords.has(id)) : courses
  return about.filter(({ id }) => shown.every((one) => one.id !== id))
}

async function* cheaper(turn: Turn, catalogue: Catalogue): AsyncGenerator<string> {
  const { meant } = turn
  const prices = meant.flatMap(({ price }) => price ?? [])
  const limit = prices.length > 0 ? Math.min(...prices) : Number.POSITIVE_INFINITY
  const less = (await othersAbout(topicOf(turn), turn, catalogue))
    .filter(({ price }) => price !== null && price < limit)
    .toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  if (less.length > 0) return yield* listCourses('These cost less:', less.slice(0, mostItems))
  const [lowest] = meant.toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  if (lowest) yield `Nothing here about that costs less than ${courseLink(lowest)} (${priceText(lowest.price)}).`
}

async function* refine(turn: Turn, catalogue: Catalogue): AsyncGenerator<string> {
  const topic = topicOf(turn)
  const found = await catalogue.search(`${topic} ${turn.message}`, mostItems)
  if (found.courses.length > 0) return yield* recommend(found, `${topic} ${turn.message}`)
  yield `I found nothing about ${sanitiseLine(topic)} like that. Tell me another level or price, and I will look again.`
}

async function* more(turn: Turn, catalogue: Catalogue): AsyncGenerator<string> {
  const { meant, shown, reading, before } = turn
  const [like] = reading.places.length > 0 ? meant : []
  const topic = like?.title ?? (reading.subject || before || (shown[0]?.title ?? ''))
  const others = await othersAbout(topic, turn, catalogue)
  if (others.length === 0)
    return yield 'These are all that I found about it. See the others under [Courses](/allcourses).'
  yield 'There are these, too:\n\n'
  for (const course of others.slice(0, mostItems)) yield courseItem(course)
}
