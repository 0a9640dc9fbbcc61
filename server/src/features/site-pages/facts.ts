import { msg } from '@lingui/core/runtime-macro'
import type { SiteSettings, TemplateFacts } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'

/** What texts of pages can name, with what people call it. */
export const factLabels = {
  siteName: msg`name of the site`,
  siteUrl: msg`address of the site`,
  operator: msg`legal name of the operator`,
  address: msg`address of the operator`,
  registration: msg`registration number of the operator`,
  gstin: msg`GSTIN`,
  gstPercent: msg`rate of GST in %`,
  supportEmail: msg`email of the customer care`,
  supportPhone: msg`telephone of the customer care`,
  grievanceName: msg`name of the grievance officer`,
  grievanceDesignation: msg`designation of the grievance officer`,
  grievanceEmail: msg`email of the grievance officer`,
  grievancePhone: msg`telephone of the grievance officer`,
  originCountry: msg`country of origin`,
  courtPlace: msg`city of the courts`,
  refundDays: msg`days for refunds`,
  refundWatchedPercent: msg`share of a course that may be watched before a refund, in %`,
} satisfies Record<string, Sentence>
export type FactName = keyof typeof factLabels

/** The settings behind the facts that a shop must state before it sells. */
export const requiredFacts = {
  operator: ['operator', 'address', 'originCountry'],
  care: ['supportEmail', 'supportPhone'],
  grievance: ['grievanceName', 'grievanceDesignation', 'grievanceEmail', 'grievancePhone'],
} as const satisfies Record<string, readonly FactName[]>

/** Returns the facts of the running site; a fact that no one has stated is "". */
export const factsOf = (settings: SiteSettings, publicUrl: string): Record<FactName, string> & TemplateFacts => ({
  siteName: settings.siteName,
  siteUrl: publicUrl,
  operator: settings.sellerName,
  address: settings.sellerAddress,
  registration: settings.sellerRegistration,
  gstin: settings.sellerGstin,
  gstPercent: settings.sellerGstin === '' ? '0' : String(settings.gstPercent),
  supportEmail: settings.supportAddress,
  supportPhone: settings.supportPhone,
  grievanceName: settings.grievanceName,
  grievanceDesignation: settings.grievanceDesignation,
  grievanceEmail: settings.grievanceEmail,
  grievancePhone: settings.grievancePhone,
  originCountry: settings.originCountry,
  courtPlace: settings.courtPlace,
  refundDays: String(settings.refundDays),
  refundWatchedPercent: String(settings.refundWatchedPercent),
})
