import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'
import { localPath, plainText, readInline, readMarkdown } from './read-markdown.ts'

const html = (text: string) =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(MarkdownView, { text, onFollow: () => undefined })),
  )

describe('readMarkdown', () => {
  it('reads bold, code and links, also inside bold', () =>
    expect(readInline('a **b [c](/viewcourse/1)** `d` [e](/allcourses?x=1)')).toEqual([
      { kind: 'text', text: 'a ' },
      {
        kind: 'bold',
        parts: [
          { kind: 'text', text: 'b ' },
          { kind: 'link', text: 'c', to: '/viewcourse/1' },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'e', to: '/allcourses?x=1' },
    ]))

  it('reads lists, with blank lines between items and items of several lines', () => {
    const text = 'These:\n\n1. one\n   more\n\n2. two\n- three\n\nEnd\nof it'
    expect(readMarkdown(text).map(({ kind }) => kind)).toEqual(['paragraph', 'list', 'list', 'paragraph'])
    expect(plainText(text)).toBe('These:\none more\ntwo\nthree\nEnd\nof it')
    expect(readMarkdown('3. c')[0]).toMatchObject({ ordered: true, start: 3 })
  })

  it('leaves code unchanged, closed or not', () =>
    expect(readMarkdown('```js\n**a**\n<b>')).toEqual([{ kind: 'code', text: '**a**\n<b>' }]))

  it('has no element for anything else', () =>
    expect(html('<img src=x onerror=alert(1)> <script>alert(1)</script> ![x](/viewcourse/1)')).not.toMatch(
      /<(img|script)/,
    ))

  it.each([
    ['[x](javascript:alert(1))'],
    ['[x](https://evil.example)'],
    ['[x](//evil.example)'],
    ['[x](/\\evil.example)'],
    ['[x](/..//evil.example)'],
    ['[x](/./\\evil.example)'],
    ['[x](/api/auth/logout)'],
    ['[x](/viewcourse/../api/auth/logout)'],
    ['[x](/%2e%2e/api/auth/logout)'],
    ['[x](data:text/html,x)'],
    ['[x](viewcourse/1)'],
    ['[x](/dev/outbox)'],
    ['[x](/admin/users)'],
    ['[[x](/viewcourse/1'],
  ])('%s is no link', (text) => {
    expect(html(text)).not.toContain('<a')
    expect(plainText(text)).toBe(text)
  })

  it.each(['/', '/viewcourse/abc', '/viewcourse/a%2Fb', '/allcourses?category=AI%2FML#x', '/?a=1'])(
    '%s is one of our pages',
    (path) => expect(localPath(path)).toBe(path),
  )

  it('never links to other sites and never renders other elements', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '**',
        '`',
        '```\n',
        '[',
        '](',
        ')',
        '/',
        '//',
        '\\',
        'viewcourse',
        '\n',
        '- ',
        '1. ',
        '<a href=',
        '..',
      ),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const page = html(pieces.join(''))
        for (const [, tag] of page.matchAll(/<([a-z]+)/g))
          expect(['div', 'p', 'span', 'strong', 'code', 'pre', 'ol', 'ul', 'li', 'a']).toContain(tag)
        for (const [, href = ''] of page.matchAll(/href="([^"]*)"/g)) {
          expect(new URL(href, 'https://ours.example').origin).toBe('https://ours.example')
          expect(href).not.toMatch(/^\/api/)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('reads very long texts in little time', () => {
    const start = performance.now()
    for (const flood of ['**a', '[', '[a](', '`', '- ', '```\n', '*'.repeat(50)]) readMarkdown(flood.repeat(5000))
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
