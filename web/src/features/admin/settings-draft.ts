import type { SiteSettings } from '@virtual-courses/contract'

/** Values of the settings form. */
export type SettingsDraft = {
  siteName: string
  supportAddress: string
  storeCopy: string
  publicPages: string
  aiProvider: string
  aiModel: string
  lexicon: string
  livePeople: string
}

export const settingsDraftOf = (settings: SiteSettings): SettingsDraft => ({
  ...settings,
  livePeople: String(settings.livePeople),
})

/** Returns the changed values only, so that two admins who edit different settings do not overwrite each other. */
export function changesOf(saved: SettingsDraft, draft: SettingsDraft): Partial<SiteSettings> {
  const changed = Object.entries(draft)
    .filter(([name, value]) => value !== saved[name as keyof SettingsDraft]) // keys of the draft itself
    .map(([name, value]) => [name, name === 'livePeople' ? Number(value || Number.NaN) : value])
  // the server validates every value; controls offer valid ones
  return Object.fromEntries(changed) as Partial<SiteSettings>
}

export const providerNames: Record<SiteSettings['aiProvider'], string> = {
  none: 'None: built-in search and assistant',
  'openai-compatible': 'OpenAI-compatible (Ollama and others)',
  google: 'Google Gemini',
  anthropic: 'Anthropic',
}
