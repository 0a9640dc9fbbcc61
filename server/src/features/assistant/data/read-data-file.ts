import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

const folder = import.meta.dirname

/**
 * Reads and checks a data file of the assistant; JSON is YAML too. Throws an error that names the file, the line and what is
 * wrong there.
 */
export function readDataFile<T>(
  name: string,
  schema: z.ZodType<T>,
  text = readFileSync(join(folder, name), 'utf8'),
): T {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [fault] = document.errors
  if (fault) throw new Error(`${name}, line ${lines.linePos(fault.pos[0]).line}: ${fault.message.split('\n')[0]}`)
  const read = schema.safeParse(document.toJS())
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = [...(issue?.path ?? [])]
  // The place of the nearest thing that is there: what is missing has no line of its own.
  let node: unknown
  while (node === undefined && path.length > 0) {
    node = document.getIn(path, true)
    path.pop()
  }
  const start = hasRange(node) ? node.range[0] : 0
  const place = issue?.path.length ? ` (${issue.path.join('.')})` : ''
  throw new Error(`${name}, line ${lines.linePos(start).line}${place}: ${issue?.message}`)
}

const hasRange = (node: unknown): node is { range: [number, ...number[]] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
