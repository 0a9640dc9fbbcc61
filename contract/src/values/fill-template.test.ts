import { expect, it } from 'vitest'
import { fillTemplate } from './fill-template.ts'

const facts = {
  name: 'A*B_',
  mail: 'help@site.example',
  url: 'https://site.example',
  days: '7',
  none: '0',
  empty: '',
  address: '1 Road\nPune',
}
const fill = (source: string) => fillTemplate(source, facts, (name) => `no ${name}`)

it.each([
  ['of {name}', 'of A\\*B\\_'],
  ['{mail}', '[help@site\\.example](mailto:help@site.example)'],
  ['see {url}', 'see https://site.example'],
  ['{address}', '1 Road, Pune'],
  ['{none} days', '0 days'],
  ['{?days} within {days} days\n{!days} never', 'within 7 days'],
  ['{?none} some\n{!none} none', 'none'],
  ['{!empty}{?days} both', 'both'],
  ['a\n\n{?empty} gone\n\nb', 'a\n\nb'],
  ['{{name}} { name }', '{A\\*B\\_} { name }'],
])('fills %j', (source, text) => {
  expect(fill(source)).toEqual({ text, missing: [], unknown: [] })
})

it('names what is missing and what it does not know, each once', () => {
  expect(fill('{empty} {empty} {nope}\n{?toString} x')).toEqual({
    text: '**\\[no empty\\]** **\\[no empty\\]** {nope}',
    missing: ['empty'],
    unknown: ['nope', 'toString'],
  })
})

it('takes no longer for hostile texts', () => {
  const started = performance.now()
  fill(`${'{?days}'.repeat(4000)}${'{'.repeat(30_000)}`)
  expect(performance.now() - started).toBeLessThan(500)
})
