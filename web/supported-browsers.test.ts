import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { oldestBrowsers } from './src/app/old-browser.tsx'
import { supportedBrowsers, tooNewCall, tooNewSyntax } from './supported-browsers.ts'

it.each([
  ['a regular expression of 2024', 'export const x = /[\\p{L}--[a-z]]/v'],
  ['modifiers of 2025', 'export const x = /(?i:a)b/'],
  ['one name twice, of 2025', 'export const x = /(?<y>a)|(?<y>b)/'],
  ['resources of 2026', 'export function f() { using x = g() }'],
])('refuses %s', (_, code) => expect(tooNewSyntax(code)).toMatch(/./))

it.each([
  ['lookbehind', 'export const x = /(?<!a)b/'],
  ['classes with static blocks', 'export class X { static #a = 1; static { this.#a++ } }'],
  ['top-level await', 'export const x = await import("./y.js")'],
])('accepts %s', (_, code) => expect(tooNewSyntax(code)).toBeNull())

it.each([
  'const x=Map.groupBy(notes,of)',
  'return!URL.canParse(e,base)',
  'a.isSubsetOf(b)',
  'for(let x of m.values().map(f));',
])('refuses the call in %s', (code) => expect(tooNewCall(code)).toMatch(/./))

it.each([
  'typeof e.checkVisibility==`function`?e.checkVisibility():x',
  'new URL(e,base)',
  'myURL.parse(x)',
  'qs.URL.parse(x)',
  'typeof URL.canParse',
  'typeof URL.canParse==`function`?URL.canParse(e):x',
  '[...m.values()].map(f)',
  'm.values().next()',
])('accepts the call in %s', (code) => expect(tooNewCall(code)).toBeNull())

it('says the same to readers of the documentation, to visitors and to the compiler', () => {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  expect(readme).toContain(oldestBrowsers)
  for (const browser of supportedBrowsers) {
    const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? []
    expect(oldestBrowsers.toLowerCase()).toMatch(new RegExp(`${name}[^,]* ${version.replace('.', '[.]')}\\b`))
  }
})
