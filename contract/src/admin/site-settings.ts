import { z } from 'zod'
import { LanguageTag, requiredText, text } from '../values/fields.ts'
import { GstinInput, StateInput } from '../values/gst.ts'
import { sentence } from '../values/sentence.ts'

/** A telephone number as people write it; "" for none. */
const Telephone = z.union([
  z.literal(''),
  z.string().regex(/^\+?[\d][\d ()/-]{4,38}$/, sentence('Please enter a telephone number')),
])

export const aiProviders = ['none', 'openai-compatible', 'google', 'anthropic'] as const

/** Of whom a second step can be demanded; payees are educators with bank details. */
export const secondStepGroups = ['none', 'admins', 'payees', 'both'] as const

const StorageGb = z
  .number(sentence('Please enter a whole number'))
  .int(sentence('Please enter a whole number'))
  .min(0, sentence('At least 0'))
  .max(1_000_000, sentence('At most 1,000,000 GB'))

const Days = z
  .number(sentence('Please enter a whole number'))
  .int(sentence('Please enter a whole number'))
  .max(365, sentence('At most 365 days'))

/** Settings that admins can change without a restart. Secrets stay in the environment. */
/** Maximum length of the search lexicon, in UTF-16 units. */
export const mostLexiconLength = 20_000

export const SiteSettings = z.object({
  siteName: requiredText(60, 'The name of the site'),
  /** support address; "" for none */
  supportAddress: z.union([z.literal(''), z.email(sentence('Please enter an email address')).max(254)]),
  /** telephone of the customer care; "" for none */
  supportPhone: Telephone,
  /** number of the company or its registration, such as a CIN; "" for none */
  sellerRegistration: text(100),
  /** officer for grievances (Consumer Protection (E-Commerce) Rules, 2020, rule 4); "" while none is named */
  grievanceName: text(100),
  grievanceDesignation: text(100),
  grievanceEmail: z.union([z.literal(''), z.email(sentence('Please enter an email address')).max(254)]),
  grievancePhone: Telephone,
  /** country of origin of what is sold; "" while none is named */
  originCountry: text(60),
  /** city of the courts in the terms; "" while none is named */
  courtPlace: text(100),
  /** specified texts of the course page: where they contradict no figure, always, or never */
  storeCopy: z.enum(['checked', 'fixed', 'live']),
  /** language of visitors whose browser asks for none that the site has */
  language: LanguageTag,
  /** whether visitors and search engines can read the catalogue and the pages of courses */
  publicPages: z.enum(['on', 'off']),
  /** whose pages ask for a second factor before anything else: of admins, of educators with bank details, of both */
  secondStepFor: z.enum(secondStepGroups),
  aiProvider: z.enum(aiProviders),
  aiModel: text(200),
  /** one entry for each line: `word = other words, and more` */
  lexicon: text(mostLexiconLength),
  /** maximum number of people in a live session, including the educator */
  livePeople: z
    .number(sentence('Please enter a whole number'))
    .int(sentence('Please enter a whole number'))
    .min(2, sentence('At least 2 people'))
    .max(5000, sentence('At most 5,000 people')),
  /** hours after which a recording of a session is stopped */
  recordingHours: z
    .number(sentence('Please enter a whole number'))
    .int(sentence('Please enter a whole number'))
    .min(1, sentence('At least 1 hour'))
    .max(12, sentence('At most 12 hours')),
  /** gigabytes that recorded streams may take on the media server until their videos are made */
  recordingGb: StorageGb.min(1, sentence('At least 1 GB')),
  /** days for which recorded streams are kept once their video is made */
  recordingFileDays: Days.min(0, sentence('At least 0 days')),
  /** days after which a draft of a recording is deleted */
  recordingDraftDays: Days.min(1, sentence('At least 1 day')),
  /** gigabytes that the files of one account may take in the media store; 0 for no limit */
  accountStorageGb: StorageGb,
  /** gigabytes that the files of all accounts may take; 0 for no limit */
  siteStorageGb: StorageGb,
  /** the platform's share of a sale after tax; per cent with at most 2 decimals */
  platformFeePercent: z
    .number(sentence('Please enter a number'))
    .min(0, sentence('At least 0 %'))
    .max(90, sentence('At most 90 %'))
    .multipleOf(0.01, sentence('At most 2 decimals')),
  /** days after the purchase in which students may refund themselves; 0 for none */
  refundDays: z
    .number(sentence('Please enter a whole number'))
    .int(sentence('Please enter a whole number'))
    .min(0, sentence('At least 0 days'))
    .max(90, sentence('At most 90 days')),
  /** share of a course that a student may have watched when they refund it themselves */
  refundWatchedPercent: z
    .number(sentence('Please enter a whole number'))
    .int(sentence('Please enter a whole number'))
    .min(0, sentence('At least 0 %'))
    .max(100, sentence('At most 100 %')),
  /** rupees that must be payable before an educator is part of a payout run */
  payoutMinimum: z
    .number(sentence('Please enter a whole number'))
    .int(sentence('Please enter a whole number'))
    .min(1, sentence('At least ₹1'))
    .max(100_000, sentence('At most ₹1,00,000')),
  /** legal name of the seller on invoices; "" for the name of the site */
  sellerName: text(200),
  sellerAddress: text(500),
  /** code of the seller's state in `indianStates`; "" for none */
  sellerState: StateInput,
  /** "" without a registration: buyers get receipts without tax */
  sellerGstin: GstinInput,
  /** tax in the prices of a seller with a GSTIN; per cent with at most 2 decimals */
  gstPercent: z
    .number(sentence('Please enter a number'))
    .min(0, sentence('At least 0 %'))
    .max(40, sentence('At most 40 %'))
    .multipleOf(0.01, sentence('At most 2 decimals')),
  /** service accounting code (SAC) of courses on invoices */
  serviceCode: z.string().regex(/^\d{4,6}$/, sentence('A service code has 4 to 6 digits')),
  /** first characters of the numbers of invoices */
  invoiceSeries: z.string().regex(/^[A-Z\d]{1,3}$/, sentence('Please use 1 to 3 capital letters or digits')),
})
export type SiteSettings = z.output<typeof SiteSettings>
