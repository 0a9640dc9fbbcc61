import { expect, test } from 'vitest'
import { readEmoji } from './lexicon.ts'

test.each([
  ['🎸', 'guitar'],
  ['learn 🎻 and 🎹!', 'learn violin and musical keyboard !'],
  ['📷📷', 'camera camera'],
  // faces, hands, hearts and people only colour what is said, in every colour of skin
  ['python 👍🏽 ❤️ 😀 👩‍💻', 'python laptop'],
  ['© 2024', '2024'],
  ['C# 8', 'C# 8'],
])('reads %s as "%s"', (input, words) =>
  expect(
    readEmoji(input)
      .replace(/\uFE0F|\u200D|[\u{1F3FB}-\u{1F3FF}]|\s+/gu, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  ).toBe(words),
)
