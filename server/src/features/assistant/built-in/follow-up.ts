import { msg } from '@lingui/core/runtime-macro'
import type { Level } from '@virtual-courses/contract'
import { courseLink, priceText } from '#core/answers/course-link.ts'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import { compareCourses } from './compare-courses.ts'
import { courseItem, factsLine, lecturesText, levelNames, ratingText, timeText } from './course-lines.ts'
import { isWithin, joined, type Limits, limitsText, notSaidAgain } from './limits.ts'
import { listCourses, mostItems, recommend } from './recommend.ts'
import type { Turn } from './understand-turn.ts'
import { writeDetails } from './write-details.ts'

const steps = ['Beginner', 'Intermediate', 'Advanced']
const mostCompared = 3
const mostCandidates = 12

/** Writes the answer to a message that refers to the one before it; nothing for any other message. */
export async function* followUp(turn: Turn, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const { label, meant, reading } = turn
  switch (label) {
    case 'followup.choose':
      return yield* choose(meant.length > 1 ? meant : turn.shown, reading.filters.level, say)
    case 'followup.cheapest':
      return yield* bestBy(
        meant,
        ({ price }) => price ?? 0,
        {
          sentence: (course, value) => msg`Of these, ${{ course }} costs the least: ${{ value }}.`,
          value: ({ price }) => priceText(price, say),
        },
        say,
      )
    case 'followup.rated':
      return yield* bestBy(
        meant.filter(({ reviews }) => reviews > 0),
        ({ rating }) => -rating,
        {
          sentence: (course, value) => msg`Of these, ${{ course }} is rated highest: ${{ value }}.`,
          value: (course) => ratingText(course, say),
        },
        say,
      )
    case 'followup.shortest':
    case 'followup.longest':
      return yield* byLength(meant, label === 'followup.longest', say)
    case 'followup.cheaper':
      return yield* cheaper(turn, catalogue, say)
    case 'followup.refine':
      return yield* refine(turn, catalogue, say)
    case 'followup.more':
      return yield* more(turn, catalogue, say)
  }
}

async function* choose(courses: readonly CourseFacts[], level: Level | null, say: Say): AsyncGenerator<string> {
  const [first, second] = courses
  if (!first) return
  if (!second) {
    yield `${say(msg`There is only this one:`)}\n\n`
    return yield* writeDetails(first, [], { zone: 'UTC', say })
  }
  if (level === null) return yield* compareCourses(courses.slice(0, mostCompared), say)
  const levelName = say(levelNames[level])
  const fitting = courses.filter((course) => course.level === level)
  if (fitting.length === courses.length) {
    yield `${say(msg`All of them are at ${{ level: levelName }} level.`)} `
    return yield* compareCourses(courses.slice(0, mostCompared), say)
  }
  const [best, ...others] = fitting
  const wanted = steps.indexOf(level)
  const away = ({ level }: CourseFacts): number => Math.abs(steps.indexOf(level ?? 'Beginner') - wanted)
  const nearest = best ?? courses.toSorted((a, b) => away(a) - away(b))[0] ?? first
  const sentences = best
    ? [
        msg`${{ course: courseLink(best) }} fits best: it is at ${{ level: levelName }} level.`,
        ...alsoFit(others.map(courseLink), say),
      ]
    : [msg`None of them is at ${{ level: levelName }} level. ${{ course: courseLink(nearest) }} comes closest.`]
  yield `${sentences.map(say).join(' ')}\n\n`
  for (const course of courses.slice(0, mostItems)) yield `- ${factsLine(course, say)}\n`
}

function alsoFit(links: readonly string[], say: Say): Sentence[] {
  const [first, ...others] = links
  if (first === undefined) return []
  if (others.length === 0) return [msg`So is ${{ course: first }}.`]
  return [msg`So are ${{ courses: others.reduce((before, last) => say(msg`${{ before }} and ${{ last }}`), first) }}.`]
}

async function* bestBy(
  courses: readonly CourseFacts[],
  measure: (course: CourseFacts) => number,
  {
    sentence,
    value,
  }: { sentence: (course: string, value: string) => Sentence; value: (course: CourseFacts) => string },
  say: Say,
): AsyncGenerator<string> {
  const [best, next] = courses.toSorted((a, b) => measure(a) - measure(b))
  if (!best) return yield say(msg`That is not known of any of them yet.`)
  const alike = next && measure(next) === measure(best)
  const intro = alike ? msg`Some of them are alike in this:` : sentence(courseLink(best), value(best))
  yield `${say(intro)}\n\n`
  for (const course of courses.slice(0, mostItems)) yield `- ${courseLink(course)}: ${value(course)}\n`
}

/** By how long they take, or by their lectures where that is known of none. */
async function* byLength(courses: readonly CourseFacts[], longest: boolean, say: Say): AsyncGenerator<string> {
  const known = courses.filter(({ seconds }) => seconds !== null)
  const sign = longest ? -1 : 1
  if (known.length > 0)
    return yield* bestBy(
      known,
      ({ seconds }) => sign * (seconds ?? 0),
      {
        sentence: (course, value) =>
          longest
            ? msg`Of these, ${{ course }} is the longest: ${{ value }}.`
            : msg`Of these, ${{ course }} is the shortest: ${{ value }}.`,
        value: ({ seconds }) => timeText(seconds ?? 0, say),
      },
      say,
    )
  yield `${say(msg`How long they take is not known.`)} `
  yield* bestBy(
    courses,
    ({ lectures }) => sign * lectures.length,
    {
      sentence: (course, value) =>
        longest
          ? msg`Of these, ${{ course }} has the most lectures: ${{ value }}.`
          : msg`Of these, ${{ course }} has the fewest lectures: ${{ value }}.`,
      value: ({ lectures }) => lecturesText(lectures.length, say),
    },
    say,
  )
}

/** What the conversation is about, as a search: its subject, or else the course that was shown first. */
const topicOf = ({ before, meant }: Turn): string => before.subject || (meant[0]?.title ?? '')

/** The topic with what was wanted of it before, as a search; `now` takes the place of the same kind of limit. */
const withLimits = (topic: string, { before, reading }: Turn, now: Limits = reading.filters): string =>
  `${topic} ${limitsText(notSaidAgain(before.limits, now))}`.trim()

/** Others about the topic, without those that are only near in meaning where some have its words. */
async function othersAbout(topic: string, { shown }: Turn, catalogue: Catalogue): Promise<CourseFacts[]> {
  const { courses, byWords } = await catalogue.search(topic, mostCandidates)
  const about = byWords.size > 0 ? courses.filter(({ id }) => byWords.has(id)) : courses
  return about.filter(({ id }) => shown.every((one) => one.id !== id))
}

async function* cheaper(turn: Turn, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const { meant } = turn
  const prices = meant.flatMap(({ price }) => price ?? [])
  const limit = prices.length > 0 ? Math.min(...prices) : Number.POSITIVE_INFINITY
  const asked = withLimits(topicOf(turn), turn, { ...turn.reading.filters, maxPrice: 0 })
  const less = (await othersAbout(asked, turn, catalogue))
    .filter(({ price }) => price !== null && price < limit)
    .toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  if (less.length > 0) return yield* listCourses(msg`These cost less:`, less.slice(0, mostItems), say)
  const [lowest] = meant.toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
  if (lowest)
    yield say(
      msg`Nothing here about that costs less than ${{ course: courseLink(lowest) }} (${{ price: priceText(lowest.price, say) }}).`,
    )
}

async function* refine(turn: Turn, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const topic = topicOf(turn)
  const asked = withLimits(`${topic} ${turn.message}`, turn)
  const found = await catalogue.search(asked, mostItems)
  if (found.courses.length > 0) return yield* recommend(found, asked, say)
  const free = turn.reading.filters.free ? await catalogue.shelf('free', mostItems) : []
  if (free.length > 0) {
    const intro = msg`I found nothing free about ${{ subject: sanitiseLine(topic) }}. These courses are free:`
    return yield* listCourses(intro, free, say)
  }
  yield say(
    msg`I found nothing about ${{ subject: sanitiseLine(topic) }} like that. Tell me another level or price, and I will look again.`,
  )
}

async function* more(turn: Turn, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const { meant, shown, reading, before } = turn
  const [like] = reading.places.length > 0 ? meant : []
  const topic = like?.title ?? (reading.subject || before.subject || (shown[0]?.title ?? ''))
  const others = await othersAbout(like ? topic : withLimits(topic, turn), turn, catalogue)
  const [about = like ?? shown[0]] = meant.length === 1 ? meant : []
  if (others.length === 0) {
    const known = new Set(shown.map(({ id }) => id))
    const together = about
      ? (await catalogue.learnedWith(about.id, mostCandidates)).filter(
          (course) => !known.has(course.id) && isWithin(course, joined(before.limits, reading.filters)),
        )
      : []
    if (about && together.length > 0) {
      const intro = msg`These are all that I found about it. Many who learn with ${{ course: courseLink(about) }} also learn with these:`
      return yield* listCourses(intro, together.slice(0, mostItems), say)
    }
    return yield say(msg`These are all that I found about it. See the others under [Courses](/allcourses).`)
  }
  yield `${say(msg`There are these, too:`)}\n\n`
  for (const course of others.slice(0, mostItems)) yield courseItem(course, say)
}
