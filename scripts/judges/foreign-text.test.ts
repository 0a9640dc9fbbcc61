// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources of programs
import { expect, test } from 'vitest'
import { foreignText, unisolatedText } from './foreign-text.ts'
import { judgeSources, pages } from './sources.ts'

const file = 'web/src/ui/badge.tsx'
const declared = `
declare const course: { title: string; language: string }, user: { name: string }, review: { comment: string }, choice: { name: 'Newest' | 'Oldest'; title: 'By age' }, name: string, tax: { name: 'CGST' | 'SGST' }, file: { name: string }
declare function writtenIn(language?: string): { dir: 'auto'; lang?: string }
declare function isolate(text: string): string
`

const held = [foreignText, unisolatedText].map((rule) => ({ rule, files: pages }))

/** Whether the rules find something in each of the sources. */
const judge = (sources: readonly string[]): boolean[] => {
  const text = `${declared.trim().replaceAll('\n', ';')}\n${sources.map((source, index) => `export const x${index} = ${source}`).join('\n')}\n`
  const lines = new Set(judgeSources(held, { file, text }).map((problem) => Number(problem.split(':')[1])))
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

test('inside of a sentence it is isolated', () => {
  const broken = [
    '<p aria-label={`Remove ${name}`} />',
    '<p>{`“${file.name}” is empty`}</p>',
    '`New title of ${course.title.slice(0, 40)}`',
    "`Remove ${user?.name ?? 'them'}?`",
    '<p>by {user.name}</p>',
    '<p>by <b>{user.name}</b></p>',
  ]
  expect(judge(broken)).toEqual(broken.map(() => true))
})

test('isolated, of our own, or in what no one reads, it is left alone', () => {
  const sound = [
    '<p aria-label={`Remove ${isolate(name)}`} />',
    '`${tax.name} of 9 %`',
    '<p key={`one of ${name}`} />',
    '<p>by <bdi>{user.name}</bdi></p>',
    '<p>by <b {...writtenIn()}>{user.name}</b></p>',
    '`/viewcourse?title=${name}`',
    '`${course.title} ${name}`',
  ]
  expect(judge(sound)).toEqual(sound.map(() => false))
})
