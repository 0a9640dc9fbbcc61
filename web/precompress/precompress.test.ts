import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'

it('writes compressed copies of text files beside them, in every folder, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vc-precompress-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  const script = 'export const one = 1\n'.repeat(100)
  const files = {
    'same.js': script,
    'assets/same.js': `${script}// other`,
    'small.js': 'let a',
    'picture.webp': script,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  execFileSync(process.execPath, [join(import.meta.dirname, 'precompress.ts'), folder])
  const copies = ['assets/same.js.br', 'assets/same.js.gz', 'same.js.br', 'same.js.gz']
  const found = readdirSync(folder, { recursive: true }).map(String)
  expect(found.sort()).toEqual([...Object.keys(files), 'assets', ...copies].sort())
  for (const name of ['same.js', 'assets/same.js'] as const) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString()).toBe(files[name])
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString()).toBe(files[name])
  }
})
