import type { api, ReplyOf, SiteSettings } from '@virtual-courses/contract'
import type { Viewer } from '#http/viewer.ts'
import type { FeatureDeps } from '../deps.ts'

/** Asks a provider and model for a word. `message` is for people and safe to show; a refusal of the provider is an answer too. */
export type TryModel = (wanted: { provider: SiteSettings['aiProvider']; model: string }) => Promise<{
  ok: boolean
  message: string
}>

/** Tries settings out before they are saved, and measures the answer in milliseconds. Throws rate_limited. */
export async function tryModel(
  { limits, log }: Pick<FeatureDeps, 'limits' | 'log'>,
  ask: TryModel,
  admin: Viewer,
  { aiProvider: provider, aiModel: model }: Pick<SiteSettings, 'aiProvider' | 'aiModel'>,
): Promise<ReplyOf<typeof api.admin.testAi>> {
  await limits.modelTests.count(admin.id)
  if (provider === 'none')
    return { ok: true, message: 'No language model: the built-in search and assistant answer.', ms: 0 }
  const start = performance.now()
  const answer = await ask({ provider, model }).catch((error: unknown) => {
    log.warn({ err: error, provider }, 'a language model could not be tried out')
    return { ok: false, message: 'The provider could not be asked. The log says why.' }
  })
  return { ...answer, ms: Math.round(performance.now() - start) }
}
