import { expect, test } from 'vitest'
import { foreignText } from './foreign-text.ts'
import { judgeWebSources } from './web-sources.ts'

const file = 'web/src/ui/badge.tsx'
const declared = `
declare const course: { title: string; language: string }, user: { name: string }, review: { comment: string }, choice: { name: string; title: string }
declare function writtenIn(language?: string): { dir: 'auto'; lang?: string }
`

/** Whether the rule finds something in each of the sources. */
const judge = (sources: readonly string[]): boolean[] => {
  const text = `${declared.trim().replaceAll('\n', ';')}\n${sources.map((source, index) => `export const x${index} = ${source}`).join('\n')}\n`
  const lines = new Set(judgeWebSources([foreignText], { file, text }).map((problem) => Number(problem.split(':')[1])))
  return sources.map((_, index) => lines.has(index + 2))
}

test('a text that people wrote needs its direction', () => {
  const broken = ['<h1>{course.title}</h1>', '<p className="x">{user.name}</p>', '<span>{review.comment}</span>']
  expect(judge(broken)).toEqual(broken.map(() => true))
})

test('with a direction, or of our own, it is left alone', () => {
  const sound = [
    '<h1 {...writtenIn(course.language)}>{course.title}</h1>',
    '<p dir="auto">{user.name}</p>',
    '<bdi>{user.name}</bdi>',
    '<span>{choice.title}</span>',
    '<span>{choice.name}</span>',
  ]
  expect(judge(sound)).toEqual(sound.map(() => false))
})
