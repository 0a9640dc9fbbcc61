import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adminPlaces, studioPlaces } from './work-sections.ts'

const source = readFileSync(new URL('../routes.ts', import.meta.url), 'utf8')
/** The addresses of the pages in a layout. */
const pagesIn = (layout: string): string[] => {
  const [, rest = ''] = source.split(layout)
  const [own = ''] = rest.split(/^ {2}\]\),/m)
  return [...own.matchAll(/ route\('([^']+)'/g)].map(([, path = '']) => `/${path.replace(/\/?:\w+\??/g, '/1')}`)
}

test.each([
  ['studio', studioPlaces, pagesIn('studio-layout.tsx')],
  ['panel of admins', adminPlaces, pagesIn('admin-layout.tsx').map((path) => path.replace(/^\/(admin\/)?/, '/admin/'))],
] as const)('each page of the %s is in one section of its navigation', (_, places, pages) => {
  expect(pages.length).toBeGreaterThan(10)
  const sectionsOf = (path: string) => places.filter(({ within }) => within.test(path)).length
  expect(pages.map((path) => [path, sectionsOf(path)])).toEqual(pages.map((path) => [path, 1]))
})
