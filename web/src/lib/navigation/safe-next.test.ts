import { describe, expect, it } from 'vitest'
import { nextAfterSignUp, safeNext, withNext } from './safe-next.ts'

describe('safeNext', () => {
  it.each([
    ['/viewcourse/abc', '/viewcourse/abc'],
    ['/allcourses?category=AI%2FML&page=2', '/allcourses?category=AI%2FML&page=2'],
    ['/viewlecture/a?lecture=b#list', '/viewlecture/a?lecture=b#list'],
    ['/a/../enrolledcourses', '/enrolledcourses'],
    ['/allcourses?back=https://evil.com', '/allcourses?back=https://evil.com'],
    // unusual, but paths of this site
    ['/%2F%2Fevil.com', '/%2F%2Fevil.com'],
    ['/%5Cevil.com', '/%5Cevil.com'],
    ['/@evil.com', '/@evil.com'],
  ])('keeps %s', (wanted, kept) => expect(safeNext(wanted)).toBe(kept))

  it.each([
    null,
    undefined,
    '',
    'evil.com',
    'https://evil.com',
    'HTTPS://evil.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.com',
    '///evil.com',
    '/\\evil.com',
    '\\\\evil.com',
    '/\t/evil.com',
    '/\n/evil.com',
    '\t//evil.com',
    ' //evil.com',
    '/\u0000/evil.com',
    '/.//evil.com',
    '/..//evil.com',
    '/x/..//evil.com',
    '/%2e//evil.com',
    '/%2E%2E//evil.com',
    'https:/evil.com',
    '?next=//evil.com',
    '#//evil.com',
    `/${'a'.repeat(3000)}`,
  ])('refuses %j', (wanted) => expect(safeNext(wanted)).toBe('/'))

  it.each(['/login', '/signup', '/signup/', '/login?next=/x', '/x/../login'])('does not lead back to %s', (wanted) => {
    expect(safeNext(wanted)).toBe('/')
  })

  it('always returns an address of the same origin, however a browser resolves it', () => {
    const pieces = ['/', '\\', '.', '..', '//', '\t', '\n', '%2f', '%5c', 'evil.com', '@', ':', 'https:', '?', '#', ' ']
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const answer = safeNext(a + b + c + d)
            expect(answer.startsWith('/')).toBe(true)
            expect(new URL(answer, 'https://ours.example').origin).toBe('https://ours.example')
          }
  })
})

describe('withNext', () => {
  it('keeps the page that the visitor wanted', () => {
    expect(withNext('/signup', '/viewcourse/a?b=c&d=e')).toBe('/signup?next=%2Fviewcourse%2Fa%3Fb%3Dc%26d%3De')
  })
  it('omits the home page and other sites', () => {
    expect(withNext('/login', '/')).toBe('/login')
    expect(withNext('/login', '//evil.com')).toBe('/login')
  })
})

describe('nextAfterSignUp', () => {
  it.each([
    ['educator', null, '/dashboard'],
    ['educator', '//evil.com', '/dashboard'],
    ['educator', '/allcourses', '/allcourses'],
    ['student', null, '/'],
    ['admin', null, '/'],
    [undefined, null, '/'],
  ] as const)('leads %s who wanted %s to %s', (role, wanted, next) => expect(nextAfterSignUp(role, wanted)).toBe(next))
})
