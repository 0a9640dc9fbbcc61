import { msg } from '@lingui/core/runtime-macro'
import { expect, test } from 'vitest'
import { speak } from './language.ts'

test.each([
  ['a line break', String.raw`Ann\x0aNew line`],
  ['a turning sign', String.raw`Ann \u202eevil`],
  ['markup', String.raw`\x3cimg src=x onerror=alert(1)\x3e`],
  ['a placeholder', '{name} {count, plural, other {#}} <0>#</0>'],
  ['a backslash at the end', 'C:\\'],
])('what people wrote is said as they wrote it: %s', (_, name) => {
  for (const language of ['en', 'hi'])
    expect(speak(language)(msg`Live session with ${{ educator: name }}.`)).toContain(name)
})
