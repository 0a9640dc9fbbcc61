import { expect, test } from 'vitest'
import { commentsOf, namesOf, readSources } from '../judges/sources.ts'
import { countCommentWords, findInName, findPhrases, findWords, wordsOf } from './check-words.ts'

const list = {
  words: { anew: 'again', hearer: 'listener' },
  identifiers: { tell: 'publish', look: 'poll', rest: 'pause' },
  exceptions: [
    { names: ['rest'], reason: 'what remains' },
    { words: ['look'], files: ['web/'], reason: 'how something looks' },
  ],
  phrases: { 'in the line': 'in the queue', 'gives? money back': 'refund' },
  texts: ['Begin anew!', 'in the line before'],
}

test('splits identifiers at their humps', () => {
  expect(wordsOf('tellUsersOfURL(x) // the HTTP server_name')).toEqual([
    'tell',
    'users',
    'of',
    'url',
    'x',
    'the',
    'http',
    'server',
    'name',
  ])
})

test('finds words of the list in names and sentences, and says what to write', () => {
  expect(findWords('const firstHearer = open() // opened anew', list)).toEqual([
    '"hearer": say listener',
    '"anew": say again',
  ])
})

test('leaves specified texts alone', () => {
  expect(findWords("button('Begin anew!')", list)).toEqual([])
})

test('finds words that no name may have, except where English means something else', () => {
  expect(findInName('tellTabs', 'web/src/lib/connection/tabs.ts', list)).toEqual(['"tell": say publish'])
  expect(findInName('lookMs', 'server/src/keep-index.ts', list)).toEqual(['"look": say poll'])
  expect(findInName('captionLook', 'web/src/captions.tsx', list)).toEqual([])
  expect(findInName('rest', 'server/src/a.ts', list)).toEqual([])
  expect(findInName('restMs', 'server/src/a.ts', list)).toEqual(['"rest": say pause'])
})

test('finds phrases, also across the lines of a comment', () => {
  expect(findPhrases('/**\n * Puts a video in the\n * line, checked in the line before.\n */', list)).toEqual([
    { line: 2, problem: '"in the line": say in the queue' },
  ])
  expect(findPhrases('The bank gives money back.', list)).toHaveLength(1)
})

test('counts the prose of a comment, not its tags and columns', () => {
  expect(
    countCommentWords('/**\n * Returns a key.\n *\n *     jobs.jsonl   one job a line\n * @param name of it\n */'),
  ).toBe(3)
  expect(countCommentWords('// one two\n  // three')).toBe(3)
})

test('reads names and comments of sources, and neither from strings', () => {
  const own = 'contract/src/values/isolate.ts'
  const [read] = readSources(
    (place) => place === own,
    (file) => [{ names: namesOf(file), comments: commentsOf(file) }],
    ['contract'],
  )
  const names = read?.names.map(({ text }) => text)
  expect(names).toContain('isolate')
  expect(names).not.toContain('markup')
  expect(read?.comments.some(({ text }) => text.includes('In markup use'))).toBe(true)
})
