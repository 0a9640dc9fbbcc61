import type { ChatTurn } from '@virtual-courses/contract'
import { type LanguageModel, ModelFailure, type ModelTurn } from '#ports/language-model.ts'
import type { Catalogue } from '../catalogue.ts'
import { linkedIds } from '../history.ts'
import type { CourseFacts } from '../queries.ts'
import { visibleText } from '../sanitise/visible-text.ts'
import { numbersIn } from '../sanitise/without-prices.ts'
import { type CitableCourse, writeAnswer } from '../sanitise/write-answer.ts'
import { catalogueTools } from './tools.ts'

/** Bounds of one answer. Models that think before they write need some of the tokens for that; `timeoutMs` is for all steps together. */
export const modelLimits = { maxOutputTokens: 1500, maxSteps: 4, timeoutMs: 60_000 }

type Question = {
  model: LanguageModel
  catalogue: Catalogue
  instructions: string
  message: string
  /** what was said before, oldest first, as the client sends it */
  history: readonly ChatTurn[]
  signal: AbortSignal
}

/** The model's answer as the reader may get it, piece by piece. Throws ModelFailure when it is not whole, also when it is empty. */
export async function* answerWithModel(question: Question): AsyncGenerator<string> {
  const { model, catalogue, instructions, message, history, signal } = question
  const ids = linkedIds(history)
  const shown = ids.length === 0 ? [] : await catalogue.courses(ids)
  const citable = new Map<string, CitableCourse>(shown.map(({ id, title, price }) => [id, { id, title, price }]))
  const answer = writeAnswer(citable, numbersIn(message))
  const tools = catalogueTools(catalogue, citable)
  let empty = true
  let cut = false
  for await (const part of model.answer({
    instructions,
    turns: modelTurns(history, shown),
    message: visibleText(message),
    tools,
    signal,
    ...modelLimits,
  })) {
    if (part.kind === 'text') {
      const piece = answer.write(part.text)
      if (piece !== '') {
        empty = false
        yield piece
      }
      cut = answer.full()
      if (cut) break
    } else if (part.kind === 'end') cut = part.reason === 'length'
  }
  const rest = answer.end()
  if (rest === '' && empty) throw new ModelFailure('the model ended without an answer')
  yield rest
  if (cut) yield '\n\n(The answer became too long and was cut here.)'
}

/** Characters of all turns together that a model reads; the oldest are left out first. */
const mostTurnCharacters = 3000
const linkedCourse = /\[[^\]]*\]\(\/viewcourse\/([\w-]{1,64})\)/g

/**
 * What was said before, as a model may read it: visible text without links, in which courses that are published stand as
 * `[[id]]`. It begins with the user, and stays within a fixed size. The client may have made it up, so it proves nothing.
 */
function modelTurns(history: readonly ChatTurn[], courses: readonly CourseFacts[]): ModelTurn[] {
  const known = new Set(courses.map(({ id }) => id))
  const turns: ModelTurn[] = []
  let left = mostTurnCharacters
  for (const { role, text } of history.toReversed()) {
    const plain = visibleText(text)
      .replace(/\[\[|\]\]/g, ' ')
      .replace(linkedCourse, (_, id: string) => (known.has(id) ? `[[${id}]]` : 'a course'))
      .replace(/\]\([^)]*\)/g, ']')
      .trim()
    if (plain === '') continue
    if (plain.length > left) break
    left -= plain.length
    turns.unshift({ role, text: plain })
  }
  const begin = turns.findIndex(({ role }) => role === 'user')
  return begin === -1 ? [] : turns.slice(begin)
}
