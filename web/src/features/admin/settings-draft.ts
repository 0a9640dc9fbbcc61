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

/** Returns changed values as the server takes them. */
export const settingsBody = (changes: Partial<SettingsDraft>): Partial<SiteSettings> =>
  // the server validates every value; controls offer valid ones
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, isNumber(name) ? Number(value || Number.NaN) : value]),
  ) as Partial<SiteSettings>

export const providerNames: Record<SiteSettings['aiProvider'], string> = {
  none: 'None: built-in search and assistant',
  'openai-compatible': 'OpenAI-compatible (Ollama and others)',
  google: 'Google Gemini',
  anthropic: 'Anthropic',
}

export const settingLabels: Record<keyof SiteSettings, string> = {
  siteName: 'Site name',
  supportAddress: 'Support address',
  storeCopy: 'Texts of the course page',
  language: 'Language of visitors',
  publicPages: 'Public pages',
  aiProvider: 'AI provider',
  aiModel: 'Model',
  lexicon: 'Search lexicon',
  livePeople: 'People in a live session',
  accountStorageGb: 'Storage of an account (GB)',
  siteStorageGb: 'Storage of the site (GB)',
  platformFeePercent: 'Platform fee (%)',
  refundDays: 'Days for refunds',
  refundWatchedPercent: 'Watched share for refunds (%)',
  payoutMinimum: 'Smallest payout (₹)',
  sellerName: 'Seller',
  sellerAddress: 'Address of the seller',
  sellerState: 'State of the seller',
  sellerGstin: 'GSTIN of the seller',
  gstPercent: 'GST (%)',
  serviceCode: 'Service code',
  invoiceSeries: 'Series of invoices',
}
