import { describe, expect, test } from 'vitest'
import { matchWords } from './match-words.ts'
import { timeTranscript } from './time-transcript.ts'
import { readTranscript } from './transcript-words.ts'

/** Returns consecutive recognised words of half a second each. */
const recognised = (text: string, from = 0) =>
  text.split(' ').map((word, index) => ({ start: from + index / 2, end: from + index / 2 + 0.4, text: word }))

describe('a transcript', () => {
  test.each([
    ['It costs ₹1,299 – or 2.5%.', 'it costs one thousand two hundred ninety nine or two point five percent'],
    ["In 1984 it's SQL/JSON & café", "in nineteen eighty four it's sql json and cafe"],
    ['007 0', 'zero zero seven zero'],
    ['नमस्ते -- …', ''],
  ])('"%s" is spoken as "%s"', (text, spoken) =>
    expect(
      readTranscript(text)
        .flatMap((word) => word.spoken)
        .join(' '),
    ).toBe(spoken),
  )

  test('keeps its words and paragraphs, without invisible characters', () => {
    const words = readTranscript(`One\u0000 t\u202ewo\r\n\r\n${'x'.repeat(50)}`)
    expect(words.map(({ text, last }) => [text, last])).toEqual([
      ['One', false],
      ['two', true],
      ['x'.repeat(42), false],
      ['x'.repeat(8), true],
    ])
  })
})

describe('words of a text and recognised words', () => {
  test('match in order, around words that one of them lacks', async () => {
    const text = 'a b c d e f g h'.split(' ')
    expect(await matchWords(text, 'a b x d e g h'.split(' '))).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
      [4, 4],
      [6, 5],
      [7, 6],
    ])
    expect(await matchWords(text, [])).toEqual([])
  })

  test('match quickly in a long text with repetitions, and let others take turns', async () => {
    const text = Array.from({ length: 40_000 }, (_, index) => (index % 7 === 0 ? `w${index}` : 'the'))
    let turns = 0
    let next = setImmediate(function count() {
      turns++
      next = setImmediate(count)
    })
    const pairs = await matchWords(text, text.toSpliced(10_000, 5000))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(1)
    expect(pairs.length).toBeGreaterThan(30_000)
    for (const [at, [a, b]] of pairs.slice(1).entries()) {
      expect(a).toBeGreaterThan(pairs[at]?.[0] ?? -1)
      expect(b).toBeGreaterThan(pairs[at]?.[1] ?? -1)
    }
  }, 20_000)
})

describe('captions of a transcript', () => {
  test('end with sentences, paragraphs and pauses, in at most two lines of 42 characters', async () => {
    const text =
      'This is the first sentence. And this is the second one, which is so long that it needs more than a single caption for sure.\n\nNew'
    const spoken = readTranscript(text).flatMap((word) => word.spoken)
    const cues = await timeTranscript(readTranscript(text), recognised(spoken.join(' ')), 60)
    expect(cues?.map((cue) => cue.text)).toEqual([
      'This is the first sentence.',
      'And this is the second one, which\nis so long that it needs more',
      'than a single caption for sure.',
      'New',
    ])
    for (const { text: said, start, end } of cues ?? []) {
      expect(end).toBeGreaterThan(start)
      expect(said.split('\n').length).toBeLessThan(3)
      for (const line of said.split('\n')) expect(line.length).toBeLessThan(43)
    }
  })

  test('have times for words that were not recognised', async () => {
    const cues = await timeTranscript(
      readTranscript('One two three four five six'),
      recognised('one two five six', 3),
      60,
    )
    expect(cues).toEqual([{ start: 3, end: 5.5, text: 'One two three four five six' }])
  })

  test('are not made from the text of another video', async () => {
    expect(
      await timeTranscript(readTranscript('One two three four'), recognised('we went there by bus on one day'), 60),
    ).toBeNull()
    expect(await timeTranscript(readTranscript('One two'), [], 60)).toBeNull()
  })
})
