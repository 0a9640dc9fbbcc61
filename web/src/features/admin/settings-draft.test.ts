import { expect, test } from 'vitest'
import { changesOf, settingsDraftOf } from './settings-draft.ts'

const saved = settingsDraftOf({
  siteName: 'A',
  supportAddress: '',
  storeCopy: 'fixed',
  publicPages: 'on',
  aiProvider: 'none',
  aiModel: '',
  lexicon: '',
  livePeople: 6,
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

test('sends changed values only, numbers as numbers', () => {
  expect(changesOf(saved, saved)).toEqual({})
  expect(changesOf(saved, { ...saved, livePeople: '4', lexicon: 'a = b' })).toEqual({ livePeople: 4, lexicon: 'a = b' })
  expect(changesOf(saved, { ...saved, gstPercent: '12.5', refundDays: '', serviceCode: '999294' })).toEqual({
    gstPercent: 12.5,
    refundDays: Number.NaN,
    serviceCode: '999294',
  })
})
