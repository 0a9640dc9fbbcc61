import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../..')
const forms = globSync('features/**/*.tsx', { cwd: sources })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(join(sources, file), 'utf8'))

test.each([
  ...['course', 'lecture', 'newLecture', 'bundle', 'reply', 'review', 'settings', 'profile', 'coupon'],
  ...['question', 'answer', 'post', 'assignment', 'announcement'],
])('the form of a %s keeps what is typed, and says that it has brought it back', (kind) => {
  const keeping = forms.filter((text) => text.includes(`useDraft(form, { kind: '${kind}',`))
  expect(keeping).not.toEqual([])
  for (const text of keeping) expect(text).toMatch(/<DraftNotice\s+draft=\{draft\.shown\}/)
})
