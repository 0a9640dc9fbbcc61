import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'
import { foreignAddress, localPath, plainText, readMarkdown } from './read-markdown.ts'

// plain text has elements of its own, which say nothing
const html = (text: string, links: 'own' | 'any' = 'own') =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(MarkdownView, { text, links }))).replaceAll(
    /<span>(.*?)<\/span>/g,
    '$1',
  )

const bare = (text: string) => html(text).replaceAll(/ (?:class|dir)="[^"]*"/g, '')

const elements = 'br div p span strong em code pre ol ul li a h3 h4 h5 h6 blockquote hr'.split(' ')

describe('readMarkdown', () => {
  it('reads bold, code and links, also inside bold', () =>
    expect(bare('a **b [c](/viewcourse/1)** `d` [e](/allcourses?x=1)')).toBe(
      '<div><p>a <strong>b <a href="/viewcourse/1" data-discover="true">c</a></strong> <code>d</code> <a href="/allcourses?x=1" data-discover="true">e</a></p></div>',
    ))

  it('reads lists, with blank lines between items and items of several lines', () => {
    const text = 'These:\n\n1. one\n   more\n\n2. two\n- three\n\nEnd\nof it'
    expect(readMarkdown(text).map(({ kind }) => kind)).toEqual([
      'paragraph',
      'ordered_list',
      'bullet_list',
      'paragraph',
    ])
    expect(plainText(text)).toBe('These:\none\nmore\ntwo\nthree\nEnd\nof it')
    expect(html('3. c')).toContain('<ol start="3"')
  })

  it.each([
    ['## One\n### Two\n## Three', 'h3 h4 h3'],
    ['# One\n#### Two\n## Three\n### Four', 'h3 h4 h4 h5'],
    ['### One\n# Two\n###### Three', 'h3 h3 h4'],
    ['> # Quoted\n\n## Own', 'h3'],
  ])('makes headings an outline without gaps: %j', (text, tags) =>
    expect([...html(text).matchAll(/<(h\d)/g)].map(([, tag]) => tag).join(' ')).toBe(tags),
  )

  it('leaves code unchanged, closed or not', () =>
    expect(html('```js\n**a**\n<b>')).toContain('<code>**a**\n&lt;b&gt;</code>'))

  it('does not read what people write in a field by accident', () =>
    expect(bare('    Indented.\n\nNo title\n---\n&amp; ~~a~~ file.name me@here.example')).toBe(
      '<div><p>Indented.</p><p>No title</p><hr/><p>&amp;amp; ~~a~~ file.name me@here.example</p></div>',
    ))

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

  it.each([
    ['/viewcourse/abc?lang=hi', '/viewcourse/abc'],
    ['/allcourses?l%61ng=hi&category=AI%2FML&lang=ta#x', '/allcourses?category=AI%2FML#x'],
  ])('%s does not choose the language of its reader', (path, to) => expect(localPath(path)).toBe(to))

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
        '# ',
        '> ',
        '---',
        '*',
        '_',
        '  - ',
        'javascript:',
      ),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const page = html(pieces.join(''))
        for (const [, tag] of page.matchAll(/<([a-z]+\d?)/g)) expect(elements).toContain(tag)
        for (const [, href = ''] of page.matchAll(/href="([^"]*)"/g)) {
          expect(new URL(href, 'https://ours.example').origin).toBe('https://ours.example')
          expect(href).not.toMatch(/^\/api/)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('reads headings, quotes, rules, emphasis and lists in lists', () => {
    const text =
      '# One *two* #\n## C#\n> said\n> > again\n---\n- a\n  1. b\n     more\n  2. c\n- d\n\nsnake_case _e_ 2 * 3 * 4'
    expect(bare(text)).toBe(
      [
        '<div><h3>One <em>two</em></h3><h4>C#</h4>',
        '<blockquote><p>said</p><blockquote><p>again</p></blockquote></blockquote><hr/>',
        '<ul><li>a<ol start="1"><li>b<br/>more</li><li>c</li></ol></li><li>d</li></ul>',
        '<p>snake_case <em>e</em> 2 * 3 * 4</p></div>',
      ].join(''),
    )
    expect(plainText(text)).toBe('One two\nC#\nsaid\nagain\na\nb\nmore\nc\nd\nsnake_case e 2 * 3 * 4')
  })

  it('shows signs after a backslash as they are', () =>
    expect(plainText('\\*a\\* \\[b](c) \\# \\d')).toBe('*a* [b](c) # \\d'))

  it('links to other sites where they are allowed, without passing anything on to them', () => {
    const page = html('[a](https://b.example/c_(d)) and https://e.example/f?g=1. [h](mailto:i@j.example)', 'any')
    expect(
      [...page.matchAll(/<a href="([^"]+)" target="_blank" rel="noopener noreferrer nofollow ugc"/g)].map(
        ([, to]) => to,
      ),
    ).toEqual(['https://b.example/c_(d)', 'https://e.example/f?g=1', 'mailto:i@j.example'])
    expect(html('https://e.example')).not.toContain('<a')
    expect(html('[x](/viewcourse/1)', 'any')).not.toContain('target')
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html;base64,PHNjcmlwdD4=',
    'file:///etc/passwd',
    'blob:https://ours.example/x',
    '//evil.example',
    'https:evil.example',
    'https://user:password@evil.example',
    'https://evil.example\\@ours.example',
    'https://',
    '/api/auth/logout',
    '/\\evil.example',
  ])('%s is no link, also where other sites are allowed', (href) => {
    expect(foreignAddress(href)).toBeNull()
    for (const text of [`[x](${href})`, `![x](${href})`]) {
      const page = html(text, 'any')
      expect(page).not.toMatch(/<img|<a [^>]*>x</)
      // an address may be found in what remains: it leads where it says
      for (const [, to = '', shown = ''] of page.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g))
        expect(new URL(to).href).toBe(new URL(shown).href)
    }
  })

  it('shows images and HTML as text', () => {
    const text =
      '![x](https://evil.example/track.png) <script>alert(1)</script> <a href="javascript:alert(1)" onclick=x>y</a>'
    const page = html(text, 'any')
    expect(page).not.toMatch(/<(img|script|a)\b/)
    expect(page).toContain('&lt;script&gt;')
  })

  it('reads and renders very long texts in little time, whatever is in them', () => {
    const start = process.cpuUsage()
    const floods = [
      '**a',
      '[',
      '[a](',
      '`',
      '- ',
      '```\n',
      '*'.repeat(50),
      '>',
      '> ',
      '_a ',
      '*a ',
      '# ',
      ' ',
      '#',
      '- - ',
      '\\',
      'http://',
      '(',
      '![',
      'a*',
      '- >',
      '1. a\n> ',
      '[]',
      '[a]: b\n',
      'https://a.b ',
      'a@b.c ',
    ]
    for (const flood of floods) html(flood.repeat(50_000 / flood.length), 'any')
    html(`${'*'.repeat(25_000)}a${'*'.repeat(25_000)}`, 'any')
    html(Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- x`).join('\n'), 'any')
    html(`# ${' '.repeat(49_000)}x ${'#'.repeat(900)}y`, 'any')
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(10_000)
  })
})
