import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const none = { script: [], style: [], img: [], connect: [], frame: [], payment: [] }
const provider = { ...none, script: ['https://checkout.provider.example'], frame: ['https://api.provider.example'] }

/** Returns the findings of Google's CSP evaluator, except those that were reviewed and accepted. */
function findings(checkout: typeof provider | typeof none, policyOf = (policy: string) => policy): string[] {
  const options = { checkout, https: true, mediaOrigin: 'https://media.example' }
  const policy = securityHeaders('c29tZS1ieXRlcy1vZi1jaGFuY2U', options)['content-security-policy'] ?? ''
  return new CspEvaluator(new CspParser(policyOf(policy)).csp)
    .evaluate()
    .filter(({ directive, value = '' }) => !accepted[`${directive} ${value}`])
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`)
}

/** Hints that need a review by a person, each with its result. */
const accepted: Record<string, string> = {
  "script-src 'self'":
    'No reply is JSONP. Uploads are served as an image, a video or a download, never as a script, and their type is not sniffed.',
  'script-src https://checkout.provider.example':
    'The origin of the payment provider, which serves only its own scripts.',
}

it.each([
  ['only the site', none],
  ['a payment provider', provider],
] as const)('gives a policy in which an evaluator finds nothing: %s', (_, checkout) =>
  expect(findings(checkout)).toEqual([]),
)

it('would report a policy that allows injected scripts', () =>
  expect(findings(none, (policy) => policy.replace(/'nonce-[^']+'/, "'unsafe-inline'"))).not.toEqual([]))
