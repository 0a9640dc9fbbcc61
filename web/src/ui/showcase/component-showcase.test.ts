import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '..')
/** Parts of another component, or of what surrounds a page. */
const parts = new Set([
  'alert-dialog-popup.tsx',
  'dialog-popup.tsx',
  'component-showcase.tsx',
  'dock.tsx',
  'menu-popup.tsx',
  'part-boundary.tsx',
  'popover-popup.tsx',
  'preview-banner.tsx',
  'toast-list.tsx',
  'toast-viewport.tsx',
  'work-area.tsx',
])

it('shows every component', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const components = files
    .filter((name) => /\.tsx$/.test(name) && !/\.test\.tsx$|^showcase/.test(name))
    .map((name) => basename(name))
  const showcase = files
    .filter((name) => /^showcase.*\.tsx$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const missing = components.filter((name) => !parts.has(name) && !showcase.includes(`/${name}'`))
  expect(missing).toEqual([])
})
