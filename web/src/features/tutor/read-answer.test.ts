import { describe, expect, it } from 'vitest'
import { readAnswer } from './read-answer.ts'

describe('an answer of the tutor', () => {
  it('has lines, lists, bold words, citations and links to courses', () =>
    expect(readAnswer('It says:\n\n- **Step:** “Open it.” [1][2]\n2. Close. [10]\n- [SQL](/viewcourse/abc)')).toEqual([
      { kind: 'text', marker: '', pieces: [{ kind: 'text', text: 'It says:' }] },
      {
        kind: 'item',
        marker: '',
        pieces: [
          { kind: 'strong', text: 'Step:' },
          { kind: 'text', text: ' “Open it.” ' },
          { kind: 'citation', n: 1 },
          { kind: 'citation', n: 2 },
        ],
      },
      {
        kind: 'item',
        marker: '2.',
        pieces: [
          { kind: 'text', text: 'Close. ' },
          { kind: 'citation', n: 10 },
        ],
      },
      { kind: 'item', marker: '', pieces: [{ kind: 'course', title: 'SQL', courseId: 'abc' }] },
    ]))

  it.each([
    '[a](https://evil.example)',
    '[x](javascript:alert(1))',
    '<b>x</b>',
    '[a](/viewcourse/../admin)',
    '![1](x)',
  ])('makes no link of %s', (text) => {
    for (const { pieces } of readAnswer(text))
      for (const { kind } of pieces) expect(['text', 'citation']).toContain(kind)
  })
})
