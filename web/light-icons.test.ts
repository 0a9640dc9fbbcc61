import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { directImports, drawingOnly, iconFiles } from './light-icons.ts'

const index = new URL('../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url)
const files = iconFiles(readFileSync(index, 'utf8'))

it('finds the file of each icon in the library', () => {
  expect(files.get('Wallet')).toBe('wallet')
  expect(files.get('Volume2')).toBe('volume-2')
  expect(files.get('Infinity')).toBe('infinity')
})

it('imports each icon from its file, and keeps other imports', () => {
  const code = `import { ArrowRight, Infinity as Endless, LucideProvider } from "lucide-react";\nimport { cx } from "#ui/cx.ts";`
  expect(directImports(code, files)).toBe(
    "import ArrowRight from 'lucide-react/icons/arrow-right'; import Endless from 'lucide-react/icons/infinity'; import { LucideProvider as LucideProvider } from 'lucide-react';\n" +
      'import { cx } from "#ui/cx.ts";',
  )
})

it('keeps the shape of an icon only', () => {
  const icon = readFileSync(new URL('./icons/wallet.mjs', index), 'utf8')
  const drawing = drawingOnly(icon)
  expect(drawing).not.toMatch(/key:|name:|size:|aliases:/)
  expect(drawing.match(/ d: "[^"]+"/g)).toEqual(icon.match(/ d: "[^"]+"/g))
})
