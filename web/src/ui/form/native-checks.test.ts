import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../..')
/** What a browser checks before it sends a form. */
const checked =
  /\s(?:required|minLength|pattern|min|max)(?=[\s=>/])|type="(?:email|url|number|date|datetime-local|time)"/
const forms = /<(?:form|Form)\s(?:=>|[^>])*>/g

test('no form shows the bubbles of the browser: what is wrong stands at its field, in the words and language of the page', () => {
  const found = [...globSync('**/*.tsx', { cwd: sources })].filter((file) => {
    if (file.includes('.test.')) return false
    const text = readFileSync(join(sources, file), 'utf8')
    return checked.test(text) && [...text.matchAll(forms)].some(([form]) => !form.includes('noValidate'))
  })
  expect(found).toEqual([])
})
