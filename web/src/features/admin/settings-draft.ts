import type { SiteSettings } from '@virtual-courses/contract'

/** The settings as controls hold them. */
export type SettingsDraft = {
  siteName: string
  supportAddress: string
  storeCopy: string
  aiProvider: string
  aiModel: string
  lexicon: string
  livePeople: string
}

export const settingsDraftOf = (settings: SiteSettings): SettingsDraft => ({
  ...settings,
  livePeople: String(settings.livePeople),
})

/** Only what was changed is sent: two admins at work on different settings do not undo each other. */
export function changesOf(saved: SettingsDraft, draft: SettingsDraft): Partial<SiteSettings> {
  const changed = Object.entries(draft)
    .filter(([name, value]) => value !== saved[name as keyof SettingsDraft]) // keys of the draft itself
    .map(([name, value]) => [name, name === 'livePeople' ? Number(value || Number.NaN) : value])
  // the server checks every value; controls offer those that it takes
  return Object.fromEntries(changed) as Partial<SiteSettings>
}

export const providerNames: Record<SiteSettings['aiProvider'], string> = {
  none: 'None: built-in search and assistant',
  'openai-compatible': 'OpenAI-compatible (Ollama and others)',
  google: 'Google Gemini',
  anthropic: 'Anthropic',
}
