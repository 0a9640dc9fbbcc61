import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')

/** A class that means left or right whatever the direction of the script; places that follow a script's numbers are none. */
const physical =
  /(?<![\w.-])-?(?:(?:scroll-)?[mp][lr]-[\d[(]|(?:left|right)-(?!1\/2|\(--)[\d[]|(?:text|float|clear)-(?:left|right)(?![\w-])|(?:rounded-(?:[lr]|[tb][lr])|border-[lr])(?=[-\s'"`]))/g
const css = /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right)\s*:/g

test('classes follow the direction of the script', () => {
  const found = [...globSync('**/*.{ts,tsx,css}', { cwd: sources })]
    .filter((file) => !file.includes('.test.') && !file.endsWith('old-browser.tsx'))
    .flatMap((file) => {
      const pattern = file.endsWith('.css') ? css : physical
      return [...readFileSync(join(sources, file), 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text.trim()}`)
    })
  expect(found).toEqual([])
})
