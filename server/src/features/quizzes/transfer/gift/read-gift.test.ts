import { describe, expect, test } from 'vitest'
import { readGift } from './read-gift.ts'

const read = (file: string) => readGift(file, 100)
const one = (file: string) => {
  const [part, ...others] = read(file)
  expect(others).toEqual([])
  return part
}
const sayings = (part: ReturnType<typeof one>): string[] =>
  part?.question ? part.remarks.map((remark) => (typeof remark === 'string' ? remark : (remark.message ?? ''))) : []

describe('a GIFT file', () => {
  test.each([
    [
      'one choice',
      "Who's buried?{=Grant ~no one ~Napoleon}",
      { kind: 'one', options: [{ text: 'Grant', right: true }, { right: false }, {}] },
    ],
    [
      'a missing word between choices',
      'Mahatma Gandhi was born in {~Surat =Porbandar ~Rajkot}, Gujarat.',
      { kind: 'one', prompt: 'Mahatma Gandhi was born in _____, Gujarat.' },
    ],
    [
      'a missing word',
      'Two plus {=two =2} is four.',
      { kind: 'gaps', prompt: 'Two plus [[1]] is four.', gaps: [{ accepted: ['two', '2'] }] },
    ],
    ['several missing words', 'A {=bow} and {=arrow}', { kind: 'gaps', prompt: 'A [[1]] and [[2]]' }],
    [
      'several choices by their weights',
      'Pick two {~%50%a ~%50%b ~%-100%c}',
      { kind: 'several', options: [{ text: 'a', right: true }, { right: true }, { text: 'c', right: false }] },
    ],
    ['true', 'Grant is buried {T}', { kind: 'truth', right: true }],
    ['false', 'The sun rises in the west {FALSE#no#yes}', { kind: 'truth', right: false, explanation: 'no\nyes' }],
    ['a short text', 'Two plus two equals {=four =4}', { kind: 'text', accepted: ['four', '4'] }],
    ['a number', 'When was it?{#1822:5}', { kind: 'number', value: 1822, tolerance: 5 }],
    ['a range', 'How far?{#2.1..2.4}', { kind: 'number', value: 2.25, tolerance: 0.15 }],
    ['a number of several', 'When?{#=1822:0 =%50%1822:2}', { kind: 'number', value: 1822, tolerance: 0 }],
    [
      'pairs',
      'Match {=Canada -> Ottawa =Italy -> Rome}',
      {
        kind: 'match',
        pairs: [
          { left: 'Canada', right: 'Ottawa' },
          { left: 'Italy', right: 'Rome' },
        ],
      },
    ],
    [
      'title, format, escapes and explanations',
      '::Q1:: [markdown]What is 2\\:1 \\{set\\}\\nnow? {=a\\=b#good ~c ####because \\#1}',
      {
        prompt: 'What is 2:1 {set}\nnow?',
        options: [{ text: 'a=b' }, { text: 'c' }],
        explanation: 'because #1\na=b: good',
      },
    ],
    ['HTML', '[html]<p>Is <b>x &lt; y</b>?</p> {T}', { prompt: 'Is **x < y**?' }],
  ])('brings %s', (_, file, question) => {
    expect(one(file)?.question).toMatchObject(question)
  })

  test('leaves comments out, and makes tags of categories', () => {
    const file =
      '// a comment\n$CATEGORY: $course$/top/Knots/Hard\n\n// [tag:bend] about\nA {T}\n\n// nothing\n\n$CATEGORY: Ropes\nB {F}\n'
    expect(read(file).map((part) => (part.question ? [part.line, part.tags] : part.why))).toEqual([
      [5, ['Knots', 'Hard', 'bend']],
      [10, ['Ropes']],
    ])
  })

  test('says of each part that cannot be read in which line it begins, and reads the others', () => {
    const file = [
      'Only a text',
      'Essay {}',
      'Open {=a ~b',
      'Close } {T}',
      'No sign {a, b}',
      'Two {=a =b ~c}',
      'None {~a ~b}',
      'What number? {#many}',
      'Fine {T}',
    ].join('\n\n')
    const parts = read(file)
    expect(parts.map(({ line }) => line)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17])
    expect(parts.filter(({ question }) => question).map(({ source }) => source)).toEqual(['Fine {T}'])
    for (const part of parts.slice(0, -1)) expect(part).toMatchObject({ question: null, why: expect.anything() })
  })

  test('says what it reads in another way than it is written', () => {
    expect(sayings(one('A {=a ~%50%b}'))).toEqual([expect.stringContaining('one choice is right')])
    expect(sayings(one('A {~%70%a ~%30%b ~c}'))).toEqual([expect.stringContaining('weights')])
    expect(sayings(one('A {=a =%50%b}'))).toEqual([expect.stringContaining('part of the points')])
    expect(sayings(one('A {#=1:0 =%50%1:1}'))).toEqual([expect.stringContaining('one right number')])
    expect(sayings(one('[html]<img src\\="x"> A {T}'))).toEqual([expect.stringContaining('HTML')])
  })

  test.each([
    ['braces', '{'.repeat(500_000)],
    ['escapes', '\\'.repeat(900_000)],
    ['marks', `// ${'[tag:'.repeat(180_000)}\nA {T}`],
    ['answers', `A {${'=~'.repeat(400_000)}}`],
    ['lines', '\n \n'.repeat(300_000)],
    ['HTML', `[html]${'<p '.repeat(300_000)} {T}`],
    ['entities', `[html]${'&#x'.repeat(300_000)} {T}`],
    ['percents', `A {${'=%'.repeat(400_000)}}`],
  ])('of nothing but %s takes little time', (_, file) => {
    const before = process.cpuUsage()
    read(file)
    const { user } = process.cpuUsage(before)
    expect(user / 1000).toBeLessThan(2000)
  })
})
