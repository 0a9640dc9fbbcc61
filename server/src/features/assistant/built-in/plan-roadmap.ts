import type { Catalogue } from '../catalogue.ts'
import { inertLine } from '../inert/inert-line.ts'
import type { CourseFacts } from '../queries.ts'
import { factsLine } from './course-lines.ts'
import { roadmaps } from './roadmaps.ts'

const order = ['Beginner', 'Intermediate', 'Advanced']
const levelStep = { Beginner: 'Start', Intermediate: 'Go on', Advanced: 'Go deep' } as const

type Step = { name: string; course: CourseFacts }

/** Courses to take one after the other; none when the catalogue has nothing for the goal. */
async function stepsTo(goal: string, catalogue: Catalogue): Promise<{ name: string; steps: Step[] }> {
  const known = roadmaps.find((one) => one.goal.test(goal))
  if (known) {
    const steps: Step[] = []
    for (const [name, search] of known.steps) {
      const { courses, byWords } = await catalogue.search(search, 3)
      // What is only near in meaning would stand under a name that is not its own.
      const open = courses.filter(({ id }) => byWords.has(id) && steps.every((step) => step.course.id !== id))
      const easy = steps.length === 0 ? open.find(({ level }) => level === 'Beginner') : undefined
      const course = easy ?? open[0]
      if (course) steps.push({ name, course })
    }
    if (steps.length >= 2) return { name: known.name, steps }
  }
  const { courses } = await catalogue.search(goal, 5)
  const steps = courses
    .toSorted((a, b) => order.indexOf(a.level ?? 'Beginner') - order.indexOf(b.level ?? 'Beginner'))
    .map((course) => ({ name: levelStep[course.level ?? 'Beginner'], course }))
  return { name: inertLine(goal), steps }
}

/** A way to a goal, step by step. Answers nothing when there are no courses for it. */
export async function* planRoadmap(goal: string, catalogue: Catalogue): AsyncGenerator<string> {
  const { name, steps } = await stepsTo(goal, catalogue)
  if (steps.length === 0) return
  yield `A way to learn ${name}, with the courses of this site:\n\n`
  for (const [place, step] of steps.entries()) yield `${place + 1}. ${step.name}: ${factsLine(step.course)}\n`
  yield '\nTake one at a time, and build something of your own after each.'
}
