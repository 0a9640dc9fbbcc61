import { describe, expect, test } from 'vitest'
import { plainLine, plainLines } from './markdown.ts'
import { decideRemoval, decideSave } from './rules.ts'

const known = (revision: string, deleted = false) => ({ revision, deleted })

describe('a save', () => {
  test.each([
    ['creates what is not there', undefined, 'r1', null, [], 'create'],
    ['counts once', known('r1'), 'r1', null, [], 'done'],
    ['creates what earlier requests may not have', undefined, 'r2', null, ['r1'], 'create'],
    ['changes what its first request left', known('r1'), 'r2', null, ['r1'], 'change'],
    ['changes what it has read', known('r1'), 'r2', 'r1', [], 'change'],
    ['changes what an attempt without a reply left', known('r2'), 'r3', 'r1', ['r2'], 'change'],
    ['does not change what another device wrote', known('x'), 'r2', 'r1', [], 'conflict'],
    ['does not take the place of a note of the same id', known('x'), 'r1', null, [], 'conflict'],
    ['brings back what the same device deleted', known('d1', true), 'r2', 'd1', [], 'create'],
    ['does not bring back what another device deleted', known('d1', true), 'r2', 'r1', [], 'gone'],
    ['that was delayed brings nothing back', known('d1', true), 'r1', null, [], 'gone'],
    ['does not create what it should change', undefined, 'r2', 'r1', [], 'gone'],
  ])('%s', (_title, note, revision, base, attempts, decision) => {
    expect(decideSave(note, { revision, base, attempts })).toBe(decision)
  })
})

describe('a deletion', () => {
  test.each([
    ['deletes what it has read', known('r1'), 'd1', ['r1'], 'delete'],
    ['counts once', known('d1', true), 'd1', ['r1'], 'done'],
    ['of what is gone is done', undefined, 'd1', ['r1'], 'done'],
    ['of what another device deleted is done', known('d2', true), 'd1', ['r1'], 'done'],
    ['does not delete what another device wrote', known('x'), 'd1', ['r1'], 'conflict'],
  ])('%s', (_title, note, revision, replaces, decision) => {
    expect(decideRemoval(note, { revision, replaces })).toBe(decision)
  })
})

describe('a text in Markdown', () => {
  test.each([
    ['a heading', '# Sale', '\\# Sale'],
    ['a link', '[Free](https://evil.example)', '\\[Free\\](https://evil.example)'],
    ['a picture', '![x](https://evil.example/x.png)', '!\\[x\\](https://evil.example/x.png)'],
    ['HTML', '<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
    ['emphasis and code', '*a* _b_ `c` ~d~', '\\*a\\* \\_b\\_ \\`c\\` \\~d\\~'],
    ['an entity', '&lt;', '\\&lt;'],
    ['a table and a formula', '|a|$x^2$', '\\|a\\|\\$x\\^2\\$'],
    ['a list', '- one', '\\- one'],
    ['a numbered list', '12. one', '12\\. one'],
    ['a formula of a spreadsheet', '=HYPERLINK("x")', '\\=HYPERLINK("x")'],
    ['a rule', '---', '\\---'],
    ['its own escape', 'a\\*b', 'a\\\\\\*b'],
    ['lines', 'one\n# two', 'one \\# two'],
    ['Devanagari', 'क्लोज़र क्या है?', 'क्लोज़र क्या है?'],
  ])('shows %s as it was written', (_name, text, shown) => {
    expect(plainLine(text)).toBe(shown)
  })

  test('keeps its lines and paragraphs within its entry', () => {
    expect(plainLines('one\ntwo\n\n    - three\n', '  ')).toBe('  one\\\n  two\n\n  \\- three\n')
  })
})
