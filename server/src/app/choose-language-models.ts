import { type LanguageModel, type LanguageModels, ModelFailure, type ModelSettings } from '#ports/language-model.ts'
import type { Config } from './config.ts'

/** The models that address and key of the configuration reach. Their SDKs are loaded when one is opened: most sites need none. */
export function chooseLanguageModels(
  config: Pick<Config, 'AI_PROVIDER' | 'AI_BASE_URL' | 'AI_API_KEY'>,
): LanguageModels {
  const { AI_PROVIDER: configured, AI_BASE_URL: baseUrl, AI_API_KEY: apiKey } = config
  const opened = new Map<string, Promise<LanguageModel>>()

  const load = async ({ provider, model }: ModelSettings): Promise<LanguageModel> => {
    // A key must not go to another provider than the one that it is from.
    if (configured !== 'none' && configured !== provider)
      throw new ModelFailure(
        `AI_API_KEY and AI_BASE_URL are those of ${configured}: set AI_PROVIDER=${provider} and its own`,
      )
    if (provider === 'openai-compatible') {
      if (!baseUrl) throw new ModelFailure('AI_BASE_URL is not set: the address of the OpenAI-compatible server')
      const { openaiCompatibleModel } = await import('#adapters/language-models/openai-compatible.ts')
      return openaiCompatibleModel({ model, baseUrl, ...(apiKey && { apiKey }) })
    }
    if (!apiKey) throw new ModelFailure('AI_API_KEY is not set: the key of the provider')
    const options = { model, apiKey, ...(baseUrl && { baseUrl }) }
    if (provider === 'google') return (await import('#adapters/language-models/google.ts')).googleModel(options)
    return (await import('#adapters/language-models/anthropic.ts')).anthropicModel(options)
  }
  return {
    async open(settings) {
      if (settings.provider === 'none') return null
      if (settings.model === '')
        throw new ModelFailure('No model is named: set AI_MODEL, or choose one in the settings')
      const name = `${settings.provider} ${settings.model}`
      const known = opened.get(name)
      if (known) return known
      const opening = load(settings)
      opened.set(name, opening)
      opening.catch(() => opened.delete(name))
      return opening
    },
  }
}
