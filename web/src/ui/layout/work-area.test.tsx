import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { msg } from '@lingui/core/macro'
import { Gauge, Star } from 'lucide-react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { WorkArea } from './work-area.tsx'

const sections = [
  { label: msg`Dashboard`, to: '/dashboard', Icon: Gauge, within: /^\/dashboard/ },
  { label: msg`Reviews`, to: '/reviews', Icon: Star, within: /^\/reviews/, count: 3 },
]
const show = (shown: boolean) =>
  renderToString(
    inEnglish(
      <MemoryRouter initialEntries={['/reviews?course=1']}>
        <WorkArea label="Studio" sections={sections} shown={shown}>
          <h1>Reviews</h1>
        </WorkArea>
      </MemoryRouter>,
    ),
  )

describe('a work area', () => {
  it('has one navigation, in which the present section is marked and says what waits', () => {
    const html = show(true)
    expect(html.match(/<nav /g)).toHaveLength(1)
    expect(html).toContain('<nav aria-label="Studio"')
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html).toMatch(/aria-current="page"[^>]*href="\/reviews"|href="\/reviews"[^>]*aria-current="page"/)
    expect(html).toContain('3 wait')
  })

  it('has none for those who do not work there', () => {
    expect(show(false)).not.toContain('<nav')
  })

  it('is what admins and educators have alike: neither has a navigation of its own', () => {
    const pages = join(import.meta.dirname, '../../pages')
    const layouts = ['admin/admin-layout.tsx', 'studio/studio-layout.tsx']
    for (const file of globSync('{admin,studio}/**/*-layout.tsx', { cwd: pages })) {
      const text = readFileSync(join(pages, file), 'utf8')
      expect([file, text.includes('<WorkArea'), /<nav\b/.test(text)]).toEqual([file, layouts.includes(file), false])
    }
  })
})
