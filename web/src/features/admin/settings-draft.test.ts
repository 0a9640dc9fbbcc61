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
})

test('sends changed values only, numbers as numbers', () => {
  expect(changesOf(saved, saved)).toEqual({})
  expect(changesOf(saved, { ...saved, livePeople: '4', lexicon: 'a = b' })).toEqual({ livePeople: 4, lexicon: 'a = b' })
})
