import type { FeatureDeps } from '#core/feature-deps.ts'
import { type LanguageModel, ModelFailure } from '#ports/language-model.ts'
import { addTokens, returnAnswer, takeAnswer } from './queries.ts'

/** Why there is no model: none is configured, the day's answers are spent, or it cannot be opened. */
export type WithoutModel = 'none' | 'spent' | 'down'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'models' | 'log'>

/**
 * Opens the model of the settings, or returns why there is none. This takes one of the day's answers; the model counts its
 * tokens by itself, and returns the answer to the budget when the reader has left before it was asked.
 */
export async function openModel(deps: Deps): Promise<{ model: LanguageModel } | { model: null; why: WithoutModel }> {
  const { aiProvider, aiModel } = deps.settings.current()
  try {
    const model = await deps.models.open({ provider: aiProvider, model: aiModel })
    if (!model) return { model, why: 'none' }
    if (await takeAnswer(deps.db, deps.clock.now(), deps.config.AI_DAILY_ANSWERS))
      return { model: counted(deps, model) }
    return { model: null, why: 'spent' }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    deps.log.warn({ provider: aiProvider, reason: error.message }, 'the language model cannot be opened')
    return { model: null, why: 'down' }
  }
}

/** Wraps a model so that the tokens of each answer are added to the day on which it began, however it ends. */
function counted({ db, clock, log }: Deps, model: LanguageModel): LanguageModel {
  return {
    name: model.name,
    async *answer(question) {
      const asked = clock.now()
      if (question.signal?.aborted) {
        await returnAnswer(db, asked)
        throw new ModelFailure('no one reads the answer any more')
      }
      const tokens = { inputTokens: 0, outputTokens: 0 }
      try {
        for await (const part of model.answer(question)) {
          if (part.kind === 'usage') {
            tokens.inputTokens += part.inputTokens
            tokens.outputTokens += part.outputTokens
          }
          yield part
        }
      } finally {
        await addTokens(db, asked, tokens).catch((error: unknown) => {
          log.warn({ err: error, ...tokens }, 'the tokens of an answer could not be counted')
        })
      }
    },
  }
}
