import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const faultOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the configuration was accepted')
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://courses.example.org',
  RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn',
  RAZORPAY_KEY_SECRET: 'mQ2vX8pL5nR7tY1w',
  RAZORPAY_WEBHOOK_SECRET: 'kJ4hG9fD3sA6zX0c',
}

test('with nothing set, everything works on one machine', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8000,
    HOST: '127.0.0.1',
    publicUrl: 'http://localhost:8000',
    seed: 'demo',
    adminSignup: 'open',
    payments: 'sandbox',
    TIME_ZONE: 'Asia/Kolkata',
    STORAGE: 'disk',
    ROLE: 'all',
  })
})

test('an empty variable counts as not set', () => {
  const config = readConfig({ PORT: '', DATABASE_URL: '' })
  expect([config.PORT, config.DATABASE_URL]).toEqual([8000, undefined])
})

describe('a wrong value stops the start with a sentence that names the variable', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['NODE_ENV', 'prod'],
    ['PUBLIC_URL', 'courses.example.org'],
    ['DATABASE_URL', 'mysql://x'],
    ['TIME_ZONE', 'Asia/Calcuta1'],
    ['TRUST_PROXY', 'yes'],
    ['STORE_COPY', 'none'],
    ['STORAGE', 'tape'],
    ['ROLE', 'king'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['PAYMENTS', 'cash'],
    ['LOG_LEVEL', 'loud'],
    ['AI_PROVIDER', 'oracle'],
    ['AI_BASE_URL', 'localhost:11434'],
    ['AI_DAILY_ANSWERS', '-1'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'Virtual Courses'],
    ['MAIL_FROM', 'A <a@x.example>\r\nBcc: b@x.example'],
    ['CODE_SECRET', 'short'],
    ['GOOGLE_ISSUER', 'http://accounts.example.org'],
  ])('%s=%s', (name, value) => expect(faultOf({ [name]: value })).toContain(`${name}:`))
  test('what is missing for a language model', () => {
    expect(faultOf({ AI_PROVIDER: 'google' })).toBe('AI_PROVIDER=google needs AI_API_KEY and AI_MODEL')
    expect(faultOf({ AI_PROVIDER: 'anthropic', AI_API_KEY: 'k' })).toBe('AI_PROVIDER=anthropic needs AI_MODEL')
    expect(faultOf({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' })).toContain('needs AI_BASE_URL')
    const ollama = { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: 'http://localhost:11434/v1', AI_MODEL: 'llama3.2' }
    expect(readConfig(ollama)).toMatchObject({ AI_PROVIDER: 'openai-compatible', AI_DAILY_ANSWERS: 1000 })
  })
  test('keys that are missing for Razorpay and S3', () => {
    expect(faultOf({ PAYMENTS: 'razorpay' })).toContain('RAZORPAY_KEY_ID')
    expect(faultOf({ STORAGE: 's3', S3_BUCKET: 'b' })).toMatch(/S3_REGION.*S3_ACCESS_KEY_ID/)
  })
})

describe('production', () => {
  test('starts with real settings, closed and empty', () => {
    expect(readConfig(production)).toMatchObject({ payments: 'razorpay', seed: 'none', adminSignup: 'closed' })
  })
  test.each([
    ['an http address', { PUBLIC_URL: 'http://courses.example.org' }, 'PUBLIC_URL'],
    ['the sandbox', { PAYMENTS: 'sandbox' }, 'PAYMENTS'],
    ['demo data', { SEED: 'demo' }, 'SEED'],
    ['a placeholder secret', { RAZORPAY_KEY_SECRET: 'changeme-please' }, 'RAZORPAY_KEY_SECRET'],
    ['a short secret', { RAZORPAY_WEBHOOK_SECRET: 'abc' }, 'RAZORPAY_WEBHOOK_SECRET'],
  ])('refuses %s', (_name, changes, variable) =>
    expect(faultOf({ ...production, ...changes })).toContain(`${variable}:`),
  )
  test('takes an identity provider by https only', () => {
    const google = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'mQ2vX8pL5nR7tY1w' }
    const fault = faultOf({ ...production, ...google, GOOGLE_ISSUER: 'http://127.0.0.1:3000' })
    expect(fault).toContain('GOOGLE_ISSUER:')
    expect(readConfig({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:3000' }).google).toBe('google')
  })
  test('does not repeat a secret in its complaint', () => {
    expect(faultOf({ ...production, RAZORPAY_KEY_SECRET: 'changeme-please' })).not.toContain('changeme-please')
  })
})
