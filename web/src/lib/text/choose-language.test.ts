import { expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

it.each([
  [['en', 'hi'], ['hi'], 'hi'],
  [['en', 'hi'], ['hi-IN'], 'hi'],
  [['en-GB', 'hi'], ['ta', 'en-US'], 'en-GB'],
  [['en-US', 'en-GB'], ['EN-gb'], 'en-GB'],
  [['en', 'hi'], ['ta'], 'en'],
  [[], ['en'], null],
])('of %j, wanted %j, is %s', (languages, wanted, chosen) => expect(chooseLanguage(languages, wanted)).toBe(chosen))
