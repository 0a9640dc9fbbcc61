import { describe, expect, it } from 'vitest'
import { consentAddress, readCallback } from './google-redirect.ts'

describe('consentAddress', () => {
  const given = { clientId: 'client 1', origin: 'https://courses.example', state: 'abc' }

  it('has the parameters of the specification, and a state', () => {
    const url = new URL(consentAddress({ ...given, authorizationUrl: 'https://accounts.example/auth' }))
    expect(url.origin + url.pathname).toBe('https://accounts.example/auth')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client 1',
      redirect_uri: 'https://courses.example/auth/callback',
      response_type: 'code',
      scope: 'openid email profile',
      access_type: 'offline',
      prompt: 'consent',
      state: 'abc',
    })
  })

  it('keeps the parameters of the provider’s address', () => {
    const url = new URL(consentAddress({ ...given, authorizationUrl: 'https://accounts.example/auth?tenant=7' }))
    expect(url.searchParams.get('tenant')).toBe('7')
  })
})

describe('readCallback', () => {
  const pending = { state: 'abc', next: '/' }
  const failed = (message: string) => ({ kind: 'failed', message: expect.objectContaining({ message }) })

  it.each([
    ['code=1&state=abc', { kind: 'exchange', code: '1', state: 'abc' }],
    ['error=access_denied&state=abc', failed('Google authentication was cancelled')],
    ['error=access_denied&code=1&state=abc', failed('Google authentication was cancelled')],
    ['', failed('No authorization code received')],
    ['code=&state=abc', failed('No authorization code received')],
    ['code=1', failed('Authentication failed')],
    ['code=1&state=', failed('Authentication failed')],
    ['code=1&state=other', failed('Authentication failed')],
  ])('"%s"', (query, callback) => expect(readCallback(new URLSearchParams(query), pending)).toEqual(callback))

  it('accepts a code only in the tab that started the sign-in', () => {
    expect(readCallback(new URLSearchParams('code=1&state=abc'), null)).toEqual(failed('Authentication failed'))
  })
})
