import { expect, it } from 'vitest'
import { renderInSite, student } from '#lib/session/fixtures.tsx'
import { SecondStepAdvice } from './second-step-advice.tsx'

it.each([
  [false, true],
  [true, false],
  [undefined, false],
])('whose second step is %s is asked for one: %s', (secondStep, asked) => {
  const user = { ...student, role: 'admin' as const, ...(secondStep !== undefined && { secondStep }) }
  const html = renderInSite(<SecondStepAdvice />, { user })
  expect(html.includes('href="/account/security"')).toBe(asked)
})
