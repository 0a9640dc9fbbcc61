import type { ChatTurn } from '@virtual-courses/contract'
import { type LanguageModel, ModelFailure } from '#ports/language-model.ts'
import type { Catalogue } from '../catalogue.ts'
import { linkedIds } from '../history.ts'
import { visibleText } from '../inert/visible-text.ts'
import { numbersIn } from '../inert/without-prices.ts'
import { type CitableCourse, writeAnswer } from '../inert/write-answer.ts'
import { modelTurns } from './model-turns.ts'
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
