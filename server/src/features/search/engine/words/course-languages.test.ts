import { expect, test } from 'vitest'
import { languagesBeside } from './course-languages.ts'
import { wordsOf } from './words.ts'

test.each([
  ['photography in Hindi', ['hi']],
  ['python in tamil or in Telugu', ['ta', 'te']],
  ['excel hindi me', ['hi']],
  ['एक्सेल हिंदी में', ['hi']],
  ['तमिल में फोटोग्राफी', ['ta']],
  ['தமிழில் python', ['ta']],
  ['learn Tamil', []],
  ['spoken english', []],
  ['मुझे पाइथन सीखना है', []],
])('%s: %j', (text, languages) => expect(languagesBeside(wordsOf(text))).toEqual(languages))
