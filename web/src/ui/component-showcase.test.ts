import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname
/** Parts of another component, or of what surrounds every page. */
const parts = new Set([
  'alert-dialog-popup.tsx',
  'dialog-popup.tsx',
  'component-showcase.tsx',
  'menu-popup.tsx',
  'part-boundary.tsx',
  'popover-popup.tsx',
  'toast-list.tsx',
  'toast-viewport.tsx',
])

it('shows every component', () => {
  const components = readdirSync(folder).filter((name) => /\.tsx$/.test(name) && !/\.test\.tsx$/.test(name))
  const showcase = [
    readFileSync(join(folder, 'component-showcase.tsx'), 'utf8'),
    ...readdirSync(join(folder, 'showcase')).map((name) => readFileSync(join(folder, 'showcase', name), 'utf8')),
  ].join('\n')
  const missing = components.filter((name) => !parts.has(name) && !showcase.includes(`/${name}'`))
  expect(missing).toEqual([])
})
