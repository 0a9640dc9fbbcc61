import type { SiteSettings } from '@virtual-courses/contract'

/** Values of the settings form: texts, as controls have them. */
export type SettingsDraft = Record<keyof SiteSettings, string>

const numbers = [
  'accountStorageGb',
  'siteStorageGb',
  'livePeople',
  'platformFeePercent',
  'refundDays',
  'refundWatchedPercent',
  'payoutMinimum',
  'gstPercent',
] as const
const isNumber = (name: string): boolean => (numbers as readonly string[]).includes(name)

export const settingsDraftOf = (settings: SiteSettings): SettingsDraft =>
  // the names of the settings
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])) as SettingsDraft

/** Returns the changed values only, so that two admins who edit different settings do not overwrite each other. */
export function changesOf(saved: SettingsDraft, draft: SettingsDraft): Partial<SiteSettings> {
  const changed = Object.entries(draft)
    .filter(([name, value]) => value !== saved[name as keyof SettingsDraft]) // keys of the draft itself
    .map(([name, value]) => [name, isNumber(name) ? Number(value || Number.NaN) : value])
  // the server validates every value; controls offer valid ones
  return Object.fromEntries(changed) as Partial<SiteSettings>
}

export const providerNames: Record<SiteSettings['aiProvider'], string> = {
  none: 'None: built-in search and assistant',
  'openai-compatible': 'OpenAI-compatible (Ollama and others)',
  google: 'Google Gemini',
  anthropic: 'Anthropic',
}
