import { type Reader, roles } from '../../../server/src/features/search/reader/reader.ts'
import type { Example } from './generate.ts'

/** Languages of the groups of frames. */
const languageOf = (group: string): string =>
  group === 'hindi' ? 'Hinglish' : group === 'nagari' ? 'Devanagari' : 'English'

type Counts = { questions: number; tokens: number; right: number; whole: number; intent: number; shape: number }
const none = (): Counts => ({ questions: 0, tokens: 0, right: 0, whole: 0, intent: 0, shape: 0 })

/** Prints how well questions are read: seen ones, and those whose frame or subject was held out, by language and kind. */
export function measureReader(reader: Reader, examples: readonly Example[]): void {
  const rows = new Map<string, Counts>()
  const byRole = new Map<string, { right: number; found: number; wanted: number }>()
  for (const [place, { tokens, roles: right, intent, shape, held, group }] of examples.entries()) {
    if (held === null && place % 20 !== 0) continue
    const read = reader.read(tokens)
    const likely = Object.entries(read.intent).sort(([, a], [, b]) => b - a)[0]?.[0]
    const same = right.filter((role, at) => role === read.roles[at]).length
    const split = held === null ? 'seen' : `new ${held}`
    for (const key of [split, `${split}, ${languageOf(group)}`, ...(held === null ? [] : [`${split}, ${group}`])]) {
      const row = rows.get(key) ?? none()
      rows.set(key, row)
      row.questions++
      row.tokens += tokens.length
      row.right += same
      row.whole += same === tokens.length ? 1 : 0
      row.intent += likely === intent ? 1 : 0
      row.shape += read.shape === shape ? 1 : 0
    }
    if (held === null) continue
    for (const [at, role] of right.entries()) {
      const own = read.roles[at] ?? 'F'
      for (const name of new Set([role, own])) {
        const row = byRole.get(name) ?? { right: 0, found: 0, wanted: 0 }
        byRole.set(name, row)
        row.wanted += name === role ? 1 : 0
        row.found += name === own ? 1 : 0
        row.right += name === role && name === own ? 1 : 0
      }
    }
  }
  const part = (a: number, b: number): string => (b === 0 ? '-' : (a / b).toFixed(3))
  console.log(
    `\n${'split'.padEnd(28)}${['questions', 'tokens', 'whole', 'intent', 'shape'].map((name) => name.padStart(10)).join('')}`,
  )
  for (const [key, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      key.padEnd(28) +
        [
          String(row.questions),
          part(row.right, row.tokens),
          part(row.whole, row.questions),
          part(row.intent, row.questions),
          part(row.shape, row.questions),
        ]
          .map((text) => text.padStart(10))
          .join(''),
    )
  console.log(
    `\n${'role, held out'.padEnd(18)}${['precision', 'recall', 'F1'].map((name) => name.padStart(10)).join('')}`,
  )
  for (const role of roles) {
    const row = byRole.get(role)
    if (!row) continue
    const [precision, recall] = [row.right / Math.max(1, row.found), row.right / Math.max(1, row.wanted)]
    console.log(
      role.padEnd(18) +
        [precision, recall, (2 * precision * recall) / Math.max(1e-9, precision + recall)]
          .map((value) => value.toFixed(3).padStart(10))
          .join(''),
    )
  }
}
