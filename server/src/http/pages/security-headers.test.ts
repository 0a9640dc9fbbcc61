import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const none = { script: [], style: [], img: [], connect: [], frame: [], payment: [] }
const provider = { ...none, script: ['https://checkout.provider.example'], frame: ['https://api.provider.example'] }

/** What Google's evaluator of policies finds, except what is looked at and accepted. */
function findings(checkout: typeof provider | typeof none, policyOf = (policy: string) => policy): string[] {
  const options = { checkout, https: true, mediaOrigin: 'https://media.example' }
  const policy = securityHeaders('c29tZS1ieXRlcy1vZi1jaGFuY2U', options)['content-security-policy'] ?? ''
  return new CspEvaluator(new CspParser(policyOf(policy)).csp)
    .evaluate()
    .filter(({ directive, value = '' }) => !accepted[`${directive} ${value}`])
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`)
}

/** Hints that need a look by a human, each with what they saw. */
const accepted: Record<string, string> = {
  "script-src 'self'":
    'No reply is JSONP. What users upload is sent as a picture, a video or a download, never as a script, and its type is not guessed.',
  'script-src https://checkout.provider.example':
    'The origin of the payment provider, which serves its own scripts alone.',
}

it.each([
  ['the site alone', none],
  ['a payment provider', provider],
] as const)('gives a policy in which an evaluator finds nothing: %s', (_, checkout) =>
  expect(findings(checkout)).toEqual([]),
)

it('would be told of a script that anyone can write into a page', () =>
  expect(findings(none, (policy) => policy.replace(/'nonce-[^']+'/, "'unsafe-inline'"))).not.toEqual([]))
