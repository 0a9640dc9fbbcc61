import { type LanguageModel, ModelFailure } from '#ports/language-model.ts'
import type { FeatureDeps } from '../deps.ts'
import { addTokens, takeAnswer } from './budget.ts'
import { answerBuiltIn } from './built-in/answer-built-in.ts'
import { openCatalogue } from './catalogue.ts'
import { answerWithModel } from './model/answer-with-model.ts'
import { instructionsFor } from './model/instructions.ts'

/** One event of the stream. */
export type ChatEvent = { reply: string } | { error: string }

const brokenOff = 'The answer broke off. Please ask again.'
const failed = 'Something went wrong on our side. Please try again.'
const notes = {
  down: 'The language model cannot be reached at the moment, so the built-in assistant answers.\n\n',
  spent: 'The language model has answered as much as it may today, so the built-in assistant answers.\n\n',
}

/**
 * Answers a message with what is public, by the language model where there is one, else by the built-in assistant. Whatever
 * goes wrong is said in the stream; never throws. When `signal` is aborted nobody reads any more, and everything stops.
 */
export async function* answerMessage(
  deps: FeatureDeps,
  message: string,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  let begun = false
  try {
    const { siteName, supportAddress } = deps.settings.current()
    const site = { name: siteName, support: supportAddress }
    const catalogue = openCatalogue(deps)
    const { model, note } = await modelNow(deps)
    let why = note
    if (model) {
      const asked = deps.clock.now()
      const question = {
        model,
        catalogue,
        instructions: instructionsFor(site),
        message,
        signal,
        used: (tokens: { inputTokens: number; outputTokens: number }) => addTokens(deps.db, asked, tokens),
      }
      try {
        for await (const reply of answerWithModel(question)) {
          if (reply !== '') begun = true
          if (reply !== '') yield { reply }
        }
        return
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ModelFailure)) throw error
        deps.log.warn({ model: model.name, reason: error.message }, 'the language model gave no answer')
        if (begun) return yield { error: brokenOff }
        why = notes.down
      }
    }
    if (why) yield { reply: why }
    begun = true
    for await (const reply of answerBuiltIn({ catalogue, site, message, zone: deps.config.TIME_ZONE })) {
      if (signal.aborted) return
      yield { reply }
    }
  } catch (error) {
    deps.log.error({ err: error }, 'the assistant failed')
    yield { error: begun ? brokenOff : failed }
  }
}

/** The model that answers now, or why none does; the budget is taken with it. */
async function modelNow(deps: FeatureDeps): Promise<{ model: LanguageModel | null; note: string }> {
  const { aiProvider, aiModel } = deps.settings.current()
  try {
    const model = await deps.models.open({ provider: aiProvider, model: aiModel })
    if (!model) return { model: null, note: '' }
    if (await takeAnswer(deps.db, deps.clock.now(), deps.config.AI_DAILY_ANSWERS)) return { model, note: '' }
    return { model: null, note: notes.spent }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    deps.log.warn({ provider: aiProvider, reason: error.message }, 'the language model cannot be opened')
    return { model: null, note: notes.down }
  }
}
