import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, maxQuestionTitle, type TutorEvent, type TutorTask } from '@virtual-courses/contract'
import { courseLink } from '#core/answers/course-link.ts'
import { languageOfAnswer } from '#core/answers/language-of-answer.ts'
import { plainLine } from '#core/answers/sanitise-line.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { answerWithFallback } from '../models/index.ts'
import { findPart } from '../questions/index.ts'
import { searchCourses } from '../search/index.ts'
import { answerBuiltIn } from './built-in/answer-built-in.ts'
import { type Cited, sendCited } from './cited.ts'
import { gatherMaterial, type Material } from './gather-material.ts'
import { answerWithModel } from './model/answer-with-model.ts'
import { openPassages } from './passage.ts'

type Question = BodyOf<typeof api.tutor.ask>
type Turn = SearchTurn & { signal: AbortSignal; say: Say; viewer: CurrentUser }
type Asking = {
  /** the lecture that is open, of this course */
  lectureId: string | null
  /** whether the viewer may ask the educator */
  mayAsk: boolean
  /** Counts a question that the course does not answer. */
  noteUnanswered: (question: string) => void
}

const nothingThere: Record<Exclude<TutorTask, 'ask'>, ReturnType<typeof msg>> = {
  explain: msg`This lecture has no captions or text yet, so there is nothing to explain it by.`,
  summarise: msg`This lecture has no captions or text yet, so there is nothing to sum up.`,
  quiz: msg`This lecture has no captions or text yet, so there is nothing to ask about.`,
}

/**
 * Streams the answer to a question about a course from passages that the viewer may play, each cited: by the language model where there is
 * one, else from the passages' own sentences. What the course does not cover is refused. Never throws.
 */
export function answerQuestion(
  deps: FeatureDeps,
  {
    courseId,
    message,
    history = [],
    seconds = null,
    task = 'ask',
  }: Omit<Question, 'seconds'> & { seconds?: number | null | undefined },
  { lectureId, mayAsk, noteUnanswered }: Asking,
  turn: Turn,
): AsyncGenerator<TutorEvent> {
  const { viewer, signal } = turn
  const say = languageOfAnswer([message], history, turn.say)
  const passages = openPassages(deps, { viewer, courseId, turn })
  const access = {
    isThere: passages.isThere,
    takesPart: async () => (await findPart(deps.db, courseId, viewer)) !== null,
  }
  let material: Material | null = null

  async function* refuse(question: string): AsyncGenerator<TutorEvent> {
    noteUnanswered(question)
    yield { reply: say(msg`This course does not cover it.`) }
    if (mayAsk) {
      yield { reply: ` ${say(msg`You can ask its educator.`)}` }
      const title = plainLine(message).slice(0, maxQuestionTitle)
      yield { question: { title, lectureId, second: seconds === null ? null : Math.floor(seconds) } }
    }
    const others = await otherCourses(deps, { courseId, question }, turn)
    if (others.length === 0) return
    yield { reply: `\n\n${say(msg`Other courses that may cover it:`)}\n${others.map((one) => `- ${one}`).join('\n')}` }
  }
  async function* withModel(found: Material, pieces: AsyncIterable<Cited | 'not covered'>): AsyncGenerator<TutorEvent> {
    let refused = false
    async function* cited(): AsyncGenerator<Cited> {
      for await (const piece of pieces) {
        if (piece === 'not covered') refused = true
        else yield piece
      }
    }
    yield* sendCited(cited(), access)
    if (refused) yield* refuse(found.question)
  }
  const gathered = (): Material => {
    if (!material) throw new Error('what an answer is made of is gathered before it is written')
    return material
  }
  return answerWithFallback<TutorEvent>(deps, {
    first: async () => {
      material = await gatherMaterial({ task, message, history, lectureId, seconds }, passages, say.language)
      if (material.isAnswered) return null
      return material.task === 'ask' ? refuse(material.question) : once({ reply: say(nothingThere[material.task]) })
    },
    withModel: (model) =>
      withModel(gathered(), answerWithModel({ model, material: gathered(), message, history, signal, say })),
    builtIn: () => sendCited(answerBuiltIn(gathered(), say), access),
    say,
    signal,
  })
}

async function* once(event: TutorEvent): AsyncGenerator<TutorEvent> {
  yield event
}

const mostOthers = 2

/** Links to other courses that the search is sure of; none when the search is busy. */
async function otherCourses(
  deps: FeatureDeps,
  { courseId, question }: { courseId: string; question: string },
  turn: SearchTurn,
): Promise<string[]> {
  try {
    const { courses } = await searchCourses(deps, question, turn)
    return courses
      .filter(({ _id, match }) => match === 'sure' && _id !== courseId)
      .slice(0, mostOthers)
      .map(({ _id, title }) => courseLink({ id: _id, title }))
  } catch (error) {
    deps.log.warn({ err: error }, 'other courses could not be looked for')
    return []
  }
}
