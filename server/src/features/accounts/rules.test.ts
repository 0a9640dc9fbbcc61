import { describe, expect, test } from 'vitest'
import { isAllowedRedirect } from './rules.ts'

describe('addresses that a provider may return to', () => {
  const development = {
    publicUrl: 'http://localhost:8000',
    corsOrigins: ['https://app.example'],
    production: false,
    host: '127.0.0.1:8123',
  }
  const production = { ...development, publicUrl: 'https://courses.example', production: true, host: 'courses.example' }

  test.each([
    'http://localhost:8000/auth/callback',
    'http://127.0.0.1:8000/auth/callback',
    'http://[::1]:8000/auth/callback',
    'http://127.0.0.1:8123/auth/callback',
    'http://localhost:8123/auth/callback',
    'https://app.example/auth/callback',
  ])('development: %s', (address) => expect(isAllowedRedirect(address, development)).toBe(true))

  test.each([
    'http://localhost:9000/auth/callback',
    'http://192.168.1.5:8000/auth/callback',
    'http://localhost:8000/auth/callback/',
    'http://localhost:8000//auth/callback',
    'http://LOCALHOST:8000/auth/callback',
    'http://a@localhost:8000/auth/callback',
    'http://localhost:8000/auth/./callback',
    ' http://localhost:8000/auth/callback',
    'http://app.example/auth/callback',
  ])('development, not: %s', (address) => expect(isAllowedRedirect(address, development)).toBe(false))

  test('production knows its own and the allowed origins only', () => {
    expect(isAllowedRedirect('https://courses.example/auth/callback', production)).toBe(true)
    expect(isAllowedRedirect('https://app.example/auth/callback', production)).toBe(true)
    for (const address of ['http://courses.example', 'http://localhost:8000', 'http://127.0.0.1', 'https://localhost'])
      expect(isAllowedRedirect(`${address}/auth/callback`, { ...production, host: 'localhost:8000' })).toBe(false)
  })

  test('a Host header of someone else opens nothing', () => {
    const asked = { ...development, host: 'evil.example:8555' }
    expect(isAllowedRedirect('http://evil.example:8555/auth/callback', asked)).toBe(false)
    expect(isAllowedRedirect('http://localhost:8555/auth/callback', asked)).toBe(false)
  })
})
