import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { compactManifest } from './compact-manifest.ts'

const read = (script: string): unknown =>
  JSON.parse(runInNewContext(`window = {}; ${script}; JSON.stringify(window.__reactRouterManifest)`))

const route = (id: string, more: object) => ({
  id,
  parentId: 'root',
  path: id,
  hasLoader: true,
  hasAction: false,
  module: `/assets/${id}-abc.js`,
  css: [],
  ...more,
})

it('keeps every property of every route', () => {
  const manifest = {
    entry: { module: '/assets/entry.js', imports: ['/assets/a.js'], css: [] },
    routes: {
      home: route('home', { index: true, path: undefined, imports: ['/assets/a.js'] }),
      list: route('list', { hasAction: true, imports: ['/assets/b.js', '/assets/a.js', '/assets/"c".js'] }),
    },
    url: '/assets/manifest-abc.js',
    version: 'abc',
  }
  const compact = compactManifest(`window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  const { list } = manifest.routes
  // the most used file comes first
  const sorted = { ...list, imports: ['/assets/a.js', '/assets/"c".js', '/assets/b.js'] }
  expect(read(compact)).toEqual({ ...manifest, routes: { ...manifest.routes, list: sorted } })
})

it('refuses a list with parts that it would lose', () => {
  const manifest = { routes: { home: { id: 'home', flag: null, imports: [] } } }
  expect(() => compactManifest(`window.__reactRouterManifest=${JSON.stringify(manifest)};`)).toThrow(/does not keep/)
})
