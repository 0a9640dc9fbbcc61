import { expect, test } from 'vitest'
import { settingsBody, settingsDraftOf } from './settings-draft.ts'

const saved = settingsDraftOf({
  siteName: 'A',
  supportAddress: '',
  storeCopy: 'fixed',
  supportPhone: '',
  sellerRegistration: '',
  grievanceName: '',
  grievanceDesignation: '',
  grievanceEmail: '',
  grievancePhone: '',
  originCountry: '',
  courtPlace: '',
  language: 'en',
  publicPages: 'on',
  secondStepFor: 'none',
  aiProvider: 'none',
  aiModel: '',
  lexicon: '',
  livePeople: 6,
  recordingHours: 3,
  recordingGb: 100,
  recordingFileDays: 7,
  recordingDraftDays: 30,
  accountStorageGb: 100,
  siteStorageGb: 0,
  platformFeePercent: 0,
  refundDays: 7,
  refundWatchedPercent: 20,
  payoutMinimum: 500,
  sellerName: '',
  sellerAddress: '',
  sellerState: '',
  sellerGstin: '',
  gstPercent: 18,
  serviceCode: '999293',
  invoiceSeries: 'VC',
})

test('sends numbers as numbers', () => {
  expect(settingsBody({ livePeople: '4', lexicon: 'a = b' })).toEqual({ livePeople: 4, lexicon: 'a = b' })
  expect(settingsBody({ gstPercent: '12.5', refundDays: '', serviceCode: '999294' })).toEqual({
    gstPercent: 12.5,
    refundDays: Number.NaN,
    serviceCode: '999294',
  })
  expect(settingsBody(saved)).toMatchObject({ siteName: 'A', livePeople: 6 })
})
