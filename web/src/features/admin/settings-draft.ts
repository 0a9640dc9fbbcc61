import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SiteSettings } from '@virtual-courses/contract'

/** Values of the settings form: texts, as controls have them. */
export type SettingsDraft = Record<keyof SiteSettings, string>

const numbers = [
  'accountStorageGb',
  'siteStorageGb',
  'livePeople',
  'recordingHours',
  'recordingGb',
  'recordingFileDays',
  'recordingDraftDays',
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

export const providerNames: Record<SiteSettings['aiProvider'], MessageDescriptor> = {
  none: msg`None: built-in search and assistant`,
  'openai-compatible': msg`OpenAI-compatible (Ollama and others)`,
  google: msg`Google Gemini`,
  anthropic: msg`Anthropic`,
}

export const groupNames: Record<SiteSettings['secondStepFor'], MessageDescriptor> = {
  none: msg`Everyone may choose`,
  admins: msg`Asked of admins`,
  payees: msg`Asked of educators with bank details`,
  both: msg`Asked of both`,
}

export const settingLabels: Record<keyof SiteSettings, MessageDescriptor> = {
  siteName: msg`Site name`,
  supportAddress: msg`Support address`,
  supportPhone: msg`Telephone of the customer care`,
  sellerRegistration: msg`Registration number`,
  grievanceName: msg`Name of the grievance officer`,
  grievanceDesignation: msg`Designation of the grievance officer`,
  grievanceEmail: msg`Email of the grievance officer`,
  grievancePhone: msg`Telephone of the grievance officer`,
  originCountry: msg`Country of origin`,
  courtPlace: msg`City of the courts`,
  storeCopy: msg`Texts of the course page`,
  language: msg`Language of visitors`,
  publicPages: msg`Public pages`,
  secondStepFor: msg`Second step at login`,
  aiProvider: msg`AI provider`,
  aiModel: msg`Model`,
  lexicon: msg`Search lexicon`,
  livePeople: msg`People in a live session`,
  recordingHours: msg`Longest recording (hours)`,
  recordingGb: msg`Space for recordings (GB)`,
  recordingFileDays: msg`Days for recorded streams`,
  recordingDraftDays: msg`Days for drafts of recordings`,
  accountStorageGb: msg`Storage of an account (GB)`,
  siteStorageGb: msg`Storage of the site (GB)`,
  platformFeePercent: msg`Platform fee (%)`,
  refundDays: msg`Days for refunds`,
  refundWatchedPercent: msg`Watched share for refunds (%)`,
  payoutMinimum: msg`Smallest payout (₹)`,
  sellerName: msg`Seller`,
  sellerAddress: msg`Address of the seller`,
  sellerState: msg`State of the seller`,
  sellerGstin: msg`GSTIN of the seller`,
  gstPercent: msg`GST (%)`,
  serviceCode: msg`Service code`,
  invoiceSeries: msg`Series of invoices`,
}
