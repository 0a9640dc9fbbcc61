import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLinks } from './split-links.ts'

const links = (message: string) => splitLinks(message).flatMap(({ text, href }) => (href ? [[text, href]] : []))

describe('links in messages', () => {
  it('finds whole addresses', () =>
    expect(splitLinks('see https://example.org/a?b=1#c now')).toEqual([
      { text: 'see ' },
      { text: 'https://example.org/a?b=1#c', href: 'https://example.org/a?b=1#c' },
      { text: ' now' },
    ]))
  it.each([
    ['Look: http://a.example.', 'http://a.example'],
    ['(https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['HTTPS://A.example/!', 'HTTPS://A.example/'],
    ['"https://a.example/q"', 'https://a.example/q'],
  ])('leaves the signs of the sentence out: %s', (message, text) => expect(links(message)[0]?.[0]).toBe(text))
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'www.example.org',
    'ftp://example.org',
    'https://',
    'http://[',
    '<img src=x onerror=alert(1)>',
    '',
  ])('makes no link of %s', (message) => expect(links(message)).toEqual([]))
  it('links to web pages only, and loses no character', () => {
    const piece = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('javascript:', 'https://', 'http://x', ')', '.'))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const message = pieces.join('')
        const parts = splitLinks(message)
        expect(parts.map(({ text }) => text).join('')).toBe(message)
        for (const { href } of parts) if (href) expect(href).toMatch(/^https?:\/\/[^/]/)
      }),
    )
  })
})
