import { msg } from '@lingui/core/runtime-macro'
import type { ChatTurn } from '@virtual-courses/contract'
import { modelTurns } from '#core/answers/model-turns.ts'
import { visibleText } from '#core/answers/sanitise-line.ts'
import type { Say } from '#core/languages/language.ts'
import { type LanguageModel, ModelFailure } from '#ports/language-model.ts'
import type { Cited } from '../cited.ts'
import type { Material } from '../gather-material.ts'
import { otherLanguagesNote } from '../other-languages.ts'
import { instructionsFor, messageWith } from './instructions.ts'
import { type CitedSentence, createCitedWriter } from './write-cited.ts'

/** Bounds of one answer. */
const modelLimits = { maxOutputTokens: 1500, maxSteps: 1, timeoutMs: 60_000 }

type Question = {
  model: LanguageModel
  material: Material
  message: string
  history: readonly ChatTurn[]
  signal: AbortSignal
  say: Say
}

/**
 * The model's answer as cited sentences, while it writes. Throws ModelFailure when it is not whole, and when no sentence has a citation: unless
 * the model says that the passages do not answer.
 */
export async function* answerWithModel(question: Question): AsyncGenerator<Cited | 'not covered'> {
  const { model, material, message, history, signal, say } = question
  const { passages } = material
  const writer = createCitedWriter(new Set(passages.map((_, index) => index + 1)))
  let raw = ''
  let cut = false
  let note = otherLanguagesNote(passages, say)
  function* citing(sentences: readonly CitedSentence[]): Generator<Cited> {
    for (const { text, handles, before } of sentences) {
      const cited = handles.flatMap((handle) => passages[handle - 1] ?? [])
      if (note !== null) yield { before: '', text: note, passages: [] }
      yield { before: note === null ? before : '\n\n', text, passages: cited }
      note = null
    }
  }
  for await (const part of model.answer({
    instructions: instructionsFor(material.task, say),
    turns: modelTurns(history, (text) => text.replace(/\[\d{1,3}\]/g, '').replace(/\]\([^)]*\)/g, ']')),
    message: messageWith(visibleText(message), passages),
    tools: [],
    signal,
    ...modelLimits,
  })) {
    if (part.kind === 'text') {
      if (raw.length < 100) raw += part.text
      yield* citing(writer.write(part.text))
      cut = writer.full()
      if (cut) break
    } else if (part.kind === 'end') cut = part.reason === 'length'
  }
  yield* citing(writer.end())
  if (!writer.hasWritten()) {
    if (/^\s*\[?none\]?[\s.]*$/i.test(raw)) return yield 'not covered'
    throw new ModelFailure('the model cited no passage')
  }
  if (cut) yield { before: '\n\n', text: say(msg`(The answer became too long and was cut here.)`), passages: [] }
}
