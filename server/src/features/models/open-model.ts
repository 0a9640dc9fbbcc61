import { type LanguageModel, ModelFailure } from '#ports/language-model.ts'
import type { FeatureDeps } from '../deps.ts'
import { takeAnswer } from './budget.ts'

/** Why no model answers: none is wanted, the day's answers are spent, or it cannot be opened. */
export type WithoutModel = 'none' | 'spent' | 'down'

/** The model that answers now, as the settings say, or why none does. One of the day's answers is taken with it. */
export async function openModel(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'models' | 'log'>,
): Promise<{ model: LanguageModel } | { model: null; why: WithoutModel }> {
  const { aiProvider, aiModel } = deps.settings.current()
  try {
    const model = await deps.models.open({ provider: aiProvider, model: aiModel })
    if (!model) return { model, why: 'none' }
    if (await takeAnswer(deps.db, deps.clock.now(), deps.config.AI_DAILY_ANSWERS)) return { model }
    return { model: null, why: 'spent' }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    deps.log.warn({ provider: aiProvider, reason: error.message }, 'the language model cannot be opened')
    return { model: null, why: 'down' }
  }
}
