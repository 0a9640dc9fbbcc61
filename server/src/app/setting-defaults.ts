import type { SiteSettings } from '@virtual-courses/contract'
import type { Config } from './config.ts'

/** The settings before an admin has changed any: the environment's values where it has them. */
export const settingDefaults = (config: Config): SiteSettings => ({
  siteName: 'Virtual Courses',
  supportAddress: '',
  storeCopy: config.STORE_COPY,
  aiProvider: config.AI_PROVIDER,
  aiModel: config.AI_MODEL ?? '',
  lexicon: '',
  livePeople: config.LIVE_MAX_PEOPLE,
})
