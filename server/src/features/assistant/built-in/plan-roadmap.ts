import { msg } from '@lingui/core/runtime-macro'
import type { Level } from '@virtual-courses/contract'
import { courseLink } from '#core/answers/course-link.ts'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import { roadmaps } from '../data/roadmaps.ts'
import type { CourseFacts } from '../queries.ts'
import { courseItem, factsLine } from './course-lines.ts'
import { limitsText } from './limits.ts'
import { exactFirst, sharedWords, understoodFirst, wordsIn } from './named-course.ts'
import type { Turn } from './understand-turn.ts'

const order = ['Beginner', 'Intermediate', 'Advanced']
const levelStep: Record<Level, Sentence> = {
  Beginner: msg({ message: 'Start', context: 'step of learning' }),
  Intermediate: msg({ message: 'Go on', context: 'step of learning' }),
  Advanced: msg`Go deep`,
}
const most = 4
const mostCandidates = 12
const mostSteps = 5

type Step = { name: Sentence | null; course: CourseFacts }
type PlannedStep = (typeof roadmaps)[number]['steps'][number]

/** Whether the text has all words of the phrase. */
const has = (text: string, phrase: string): boolean => {
  const words = wordsIn(phrase)
  return sharedWords(words, text).length === words.length
}

const knows = (known: string, { search }: PlannedStep): boolean => sharedWords(wordsIn(known), search).length > 0

const isAbout = ({ title, subTitle }: CourseFacts, subject: string): boolean =>
  sharedWords(wordsIn(subject), `${title} ${subTitle}`).length > 0

/** A goal, what is known already, and what the courses have to be like, in words of the search. */
type Way = { goal: string; known: string; limits: string }

async function coursesFor(
  planned: readonly PlannedStep[],
  limits: string,
  catalogue: Catalogue,
  language: string,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const { name, search } of planned) {
    const { courses: found, byWords, onlyClosest } = await catalogue.search(`${search} ${limits}`, mostCandidates)
    if (onlyClosest) continue
    const courses = understoodFirst(found, language).slice(0, 3)
    // A course that is only close in meaning, or names the subject in passing, would be listed under the name of another subject.
    const open = courses.filter(
      (course) =>
        byWords.has(course.id) && isAbout(course, search) && steps.every((step) => step.course.id !== course.id),
    )
    const easy = steps.length === 0 ? open.find(({ level }) => level === 'Beginner') : undefined
    const course = easy ?? open[0]
    if (course) steps.push({ name, course })
  }
  return steps
}

/** Courses to take one after the other; none when the catalogue has nothing for the goal. */
async function stepsTo(
  { goal, known, limits }: Way,
  catalogue: Catalogue,
  language: string,
): Promise<{ name: Sentence; steps: Step[] }> {
  const roadmap = roadmaps.find(({ goals }) => goals.some((one) => has(goal, one)))
  if (roadmap) {
    const steps = await coursesFor(
      roadmap.steps.filter((step) => known === '' || !knows(known, step)),
      limits,
      catalogue,
      language,
    )
    const { courses } = await catalogue.search(`${goal} ${limits}`, mostCandidates)
    const whole = understoodFirst(courses, language).find(
      ({ id, title }) => has(title, goal) && steps.every(({ course }) => course.id !== id),
    )
    if (whole && known === '') steps.push({ name: msg`Or all in one course`, course: whole })
    if (steps.length >= 2) return { name: roadmap.name, steps }
  }
  const { onlyClosest, courses: all } = exactFirst(
    await catalogue.search(`${goal} ${limits}`, mostCandidates),
    [],
    goal,
  )
  const inReach = understoodFirst(all, language)
  // The best one tells the field; others of it, or with the goal in their names, are steps, and no more.
  const field = inReach[0]?.category
  const courses = inReach.filter((course) => course.category === field || isAbout(course, goal)).slice(0, mostSteps)
  const fresh = known === '' ? courses : courses.filter(({ title }) => !has(title, known) || has(title, goal))
  const steps = (onlyClosest ? [] : fresh)
    .toSorted((a, b) => order.indexOf(a.level ?? 'Beginner') - order.indexOf(b.level ?? 'Beginner'))
    .map((course, at, all): Step => {
      const step = levelStep[course.level ?? 'Beginner']
      // a name where a level begins: five steps called "Start" tell nothing
      return { name: step === levelStep[all[at - 1]?.level ?? 'Beginner'] && at > 0 ? null : step, course }
    })
  return { name: sanitiseLine(goal), steps }
}

const stepLine = ({ name, course }: Step, place: number, say: Say): string =>
  `${place + 1}. ${name === null ? '' : `${say(name)}: `}${factsLine(course, say)}\n`

/** A way to a goal, step by step, without what is known already. Writes nothing when there are no courses for it. */
export async function* planRoadmap(way: Way, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const { known } = way
  const { name, steps } = await stepsTo(way, catalogue, say.language)
  if (steps.length === 0) return
  const goalName = say(name)
  const intro =
    known === ''
      ? msg`A way to learn ${{ goal: goalName }}, with the courses of this site:`
      : msg`You know ${{ known: sanitiseLine(known) }} already, so here is a way on to ${{ goal: goalName }}, with the courses of this site:`
  yield `${say(intro)}\n\n`
  for (const [place, step] of steps.entries()) yield stepLine(step, place, say)
  yield `\n${say(msg`Take one at a time, and build something of your own after each.`)}`
}

/** What comes after something that is known, when no goal is named. Writes nothing when there are no courses for it. */
export async function* goOn(
  { reading: { known, filters }, named }: Pick<Turn, 'reading' | 'named'>,
  catalogue: Catalogue,
  say: Say,
): AsyncGenerator<string> {
  const limits = limitsText(filters)
  const roadmap = roadmaps.find(({ steps }) => steps.slice(0, -1).some((step) => knows(known, step)))
  const last = roadmap?.steps.findLastIndex((step) => knows(known, step)) ?? -1
  const steps = await coursesFor(roadmap?.steps.slice(last + 1) ?? [], limits, catalogue, say.language)
  if (steps.length > 0) {
    yield `${say(msg`You know ${{ known: sanitiseLine(known) }} already. What comes next on the way to ${{ goal: say(roadmap?.name ?? '') }}:`)}\n\n`
    for (const [place, step] of steps.entries()) yield stepLine(step, place, say)
    return
  }
  const done = new Set(named.flatMap(({ courses }) => courses.map(({ id }) => id)))
  const found = (await catalogue.search(`${known} ${limits}`, mostCandidates)).courses
  const courses = found.filter(({ id, title, level }) => !done.has(id) && !(level === 'Beginner' && has(title, known)))
  const further = courses.filter(({ level }) => level !== 'Beginner')
  const chosen = (further.length > 0 ? further : courses).slice(0, most)
  if (chosen.length > 0) {
    yield `${say(msg`You know ${{ known: sanitiseLine(known) }} already. These go further:`)}\n\n`
    for (const course of chosen) yield courseItem(course, say)
    return
  }
  const [learned] = found
  const together = learned ? await catalogue.learnedWith(learned.id, most) : []
  if (!learned || together.length === 0) return
  yield `${say(msg`Nothing here goes further than that. Many who learn with ${{ course: courseLink(learned) }} also learn with these:`)}\n\n`
  for (const course of together) yield courseItem(course, say)
}
