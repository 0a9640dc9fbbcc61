import { z } from 'zod'
import { plainLine } from '#core/answers/sanitise-line.ts'
import type { ModelTool } from '#ports/language-model.ts'
import type { Catalogue } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import type { CitableCourse } from '../sanitise/write-answer.ts'

/** What a model gets: characters of a description, lectures of a course, courses of a search, tool calls in one answer. */
const limits = { description: 600, short: 160, lectures: 20, found: 6, requests: 12 }

/** Written by strangers: on one line, nothing hidden, nothing that looks like a citation, and not long. */
const foreign = (text: string, most: number): string =>
  [...plainLine(text).replace(/\[\[|\]\]/g, ' ')].slice(0, most).join('')

const shortFacts = (course: CourseFacts) => ({
  id: course.id,
  category: course.category,
  level: course.level,
  price_rupees: course.price,
  rating: course.rating,
  reviews: course.reviews,
  lectures: course.lectures.length,
  minutes_of_video: course.seconds === null ? null : Math.round(course.seconds / 60),
  untrusted_text_by_educator: {
    title: foreign(course.title, limits.short),
    subtitle: foreign(course.subTitle, limits.short),
    teacher: foreign(course.teacher, 80),
  },
})

const fullFacts = (course: CourseFacts) => {
  const facts = shortFacts(course)
  return {
    ...facts,
    untrusted_text_by_educator: {
      ...facts.untrusted_text_by_educator,
      description: foreign(course.description, limits.description),
      lectures: course.lectures.slice(0, limits.lectures).map(({ title }) => foreign(title, 100)),
    },
  }
}

/** What a model may look at: published courses, nothing else. Whatever it gets to see here it may cite, so it is put into `citable`. */
export function catalogueTools(catalogue: Catalogue, citable: Map<string, CitableCourse>): ModelTool[] {
  let requests = 0
  const show = (course: CourseFacts): CourseFacts => {
    citable.set(course.id, { id: course.id, title: course.title, price: course.price })
    return course
  }
  const tool = <S extends z.ZodType>(
    name: string,
    description: string,
    input: S,
    run: (input: z.output<S>) => Promise<unknown>,
  ): ModelTool => ({
    name,
    description,
    input,
    run: async (value) => {
      if (++requests > limits.requests) return { failed: 'You have looked often enough. Answer with what you know.' }
      return run(input.parse(value))
    },
  })

  return [
    tool(
      'search_courses',
      'Finds published courses by what someone wants to learn, in any words; the best first.',
      z.object({ query: z.string().trim().min(1).max(200) }),
      async ({ query }) => {
        const { courses } = await catalogue.search(query, limits.found)
        return { courses: courses.map(show).map(shortFacts) }
      },
    ),
    tool(
      'get_course',
      'All that is known of one published course, by the id that search_courses gave.',
      z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
      async ({ id }) => {
        const [course] = await catalogue.courses([id])
        return course ? { course: fullFacts(show(course)) } : { course: null }
      },
    ),
    tool('list_categories', 'The categories and how many courses each has.', z.object({}), async () => ({
      categories: await catalogue.categories(),
    })),
  ]
}
