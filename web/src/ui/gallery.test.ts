import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname
/** Parts of another component, or of what surrounds every page. */
const parts = new Set(['alert-dialog.tsx', 'gallery.tsx', 'menu-entry.tsx', 'toast-card.tsx', 'toast-viewport.tsx'])

it('shows every component', () => {
  const components = readdirSync(folder).filter((name) => /\.tsx$/.test(name) && !/\.test\.tsx$/.test(name))
  const gallery = [
    readFileSync(join(folder, 'gallery.tsx'), 'utf8'),
    ...readdirSync(join(folder, 'gallery')).map((name) => readFileSync(join(folder, 'gallery', name), 'utf8')),
  ].join('\n')
  const missing = components.filter((name) => !parts.has(name) && !gallery.includes(`/${name}'`))
  expect(missing).toEqual([])
})
