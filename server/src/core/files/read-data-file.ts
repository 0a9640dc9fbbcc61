import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

/** Reads a data file (YAML or JSON) and validates it. Throws an error that names the file, the line and the problem. */
export function readDataFile<T>(path: string, schema: z.ZodType<T>, text = readFileSync(path, 'utf8')): T {
  const name = basename(path)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error) throw new Error(`${name}, line ${lines.linePos(error.pos[0]).line}: ${error.message.split('\n')[0]}`)
  const read = schema.safeParse(document.toJS())
  if (read.success) return read.data
  const [issue] = read.error.issues
  const keys = [...(issue?.path ?? [])]
  // The line of the nearest existing node: a missing one has none.
  let node: unknown
  while (node === undefined && keys.length > 0) {
    node = document.getIn(keys, true)
    keys.pop()
  }
  const start = hasRange(node) ? node.range[0] : 0
  const at = issue?.path.length ? ` (${issue.path.join('.')})` : ''
  throw new Error(`${name}, line ${Math.max(1, lines.linePos(start).line)}${at}: ${issue?.message}`)
}

const hasRange = (node: unknown): node is { range: [number, ...number[]] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
