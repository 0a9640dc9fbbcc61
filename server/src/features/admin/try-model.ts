import { msg } from '@lingui/core/runtime-macro'
import type { api, ReplyOf, SiteSettings } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import { type LanguageModels, ModelFailure } from '#ports/language-model.ts'

const timeoutMs = 15_000

/** Asks the model for one word and returns up to 60 characters of its answer; null for the built-in one. Throws ModelFailure. */
async function askForWord(
  models: LanguageModels,
  wanted: { provider: SiteSettings['aiProvider']; model: string },
): Promise<string | null> {
  const model = await models.open(wanted)
  if (!model) return null
  let text = ''
  const question = {
    instructions: 'You are asked whether you can be reached. Answer with the one word: ready',
    message: 'Are you there?',
    tools: [],
    // reasoning models need some of the tokens before they answer
    maxOutputTokens: 400,
    maxSteps: 1,
    timeoutMs,
  }
  for await (const part of model.answer(question)) if (part.kind === 'text') text += part.text
  return text.replace(/\s+/g, ' ').trim().slice(0, 60)
}

/**
 * Tests a provider and model before they are saved, and measures the answer in milliseconds. A failure of the provider is not an error
 * of this call: the reply contains its message, without keys and addresses. Throws rate_limited.
 */
export async function tryModel(
  { limits, log, models }: Pick<FeatureDeps, 'limits' | 'log' | 'models'>,
  admin: CurrentUser,
  { aiProvider: provider, aiModel: model }: Pick<SiteSettings, 'aiProvider' | 'aiModel'>,
  say: Say,
): Promise<ReplyOf<typeof api.admin.testAi>> {
  await limits.modelTests.consume(admin.id)
  const start = performance.now()
  const answered = (ok: boolean, message: Sentence) => ({
    ok,
    message: say(message),
    ms: Math.round(performance.now() - start),
  })
  try {
    const word = await askForWord(models, { provider, model })
    if (word === null)
      return answered(true, msg`No language model is needed: the built-in search and assistant answer.`)
    return word === ''
      ? answered(false, msg`The model answered nothing.`)
      : answered(true, msg`The model answered: ${{ word }}`)
  } catch (error) {
    if (!(error instanceof ModelFailure)) log.error({ err: error, provider }, 'a language model could not be tried out')
    return answered(
      false,
      error instanceof ModelFailure ? error.message : msg`The model could not be asked. The log says why.`,
    )
  }
}
