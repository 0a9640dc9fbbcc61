import type { Config } from './config.ts'

const placeholder = /^(change|secret|test|example|placeholder|your|xxx|demo)|(_x{3,}|changeme)/i

/** What production refuses; each sentence names the variable and what to set (environment contract). */
export function checkProduction(config: Config): string[] {
  const problems: string[] = []
  if (!config.publicUrl.startsWith('https://')) {
    problems.push('PUBLIC_URL: production needs an https address: set PUBLIC_URL=https://your.site')
  }
  if (config.payments === 'sandbox') {
    problems.push(
      'PAYMENTS: production does not take sandbox payments: set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET',
    )
  }
  if (config.seed === 'demo') problems.push('SEED: production does not load demo data: set SEED=none or leave it out')
  for (const name of [
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
    'S3_SECRET_ACCESS_KEY',
    'GOOGLE_CLIENT_SECRET',
    'CODE_SECRET',
    'METRICS_TOKEN',
  ] as const) {
    const value = config[name]
    if (value !== undefined && (value.length < 12 || placeholder.test(value))) {
      problems.push(`${name}: this looks like a placeholder: set the real secret`)
    }
  }
  if (config.google === 'google' && config.GOOGLE_ISSUER.startsWith('http:')) {
    problems.push('GOOGLE_ISSUER: production takes only an https address')
  }
  if (config.WEB_DEV) problems.push('WEB_DEV: production serves the built web app: leave WEB_DEV out')
  return problems
}
