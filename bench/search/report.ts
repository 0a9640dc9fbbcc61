import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { table, writeSection } from '../lib/report.ts'

/** Numbers of a column are printed with so many digits after the point, 3 by default. */
export type Column = { key: string; title?: string; digits?: number }
export type Row = Readonly<Record<string, string | number>>
export type Report = {
  /** Prints a line of text; in JSON there is none. */
  note(text: string): void
  /** Prints a table; in JSON a line for each row, with the table's name. */
  table(name: string, title: string, columns: readonly Column[], rows: readonly Row[]): void
  /** Puts all that was printed as text into a section of README.md. */
  write(section: string): void
}

/** Prints results as tables, or as one line of JSON for each row. */
export function createReport(json: boolean): Report {
  const texts: string[] = []
  const print = (text: string): void => {
    texts.push(text)
    if (!json) console.log(text)
  }
  return {
    note: print,
    table(name, title, columns, rows) {
      const cell = (row: Row, { key, digits = 3 }: Column): string => {
        const value = row[key] ?? ''
        if (typeof value === 'string') return value
        return Number.isNaN(value) ? '-' : value.toFixed(digits)
      }
      const heads = columns.map(({ key, title }) => title ?? key)
      print(`\n${title}\n${table([heads, ...rows.map((row) => columns.map((column) => cell(row, column)))])}`)
      if (json) for (const row of rows) console.log(JSON.stringify({ table: name, ...row }))
    },
    write: (section) => writeSection(join(import.meta.dirname, 'README.md'), section, texts.join('\n').trim()),
  }
}

/** Returns the facts without which times mean nothing. */
export const machineLine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(2)} before, Node ${process.version}`

export const column = (key: string, title: string, digits: number): Column => ({ key, title, digits })

const Measured = z.record(
  z.string(),
  z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
)

/** Runs a program in a process of its own and returns the row that it prints as JSON. */
export function measureInProcess(program: string, args: readonly string[]): Record<string, number> {
  const options = ['--expose-gc', program, ...args]
  const printed = execFileSync(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
  return Measured.parse(JSON.parse(printed))
}

/** Returns the memory of this process in MB after garbage collection. Needs `--expose-gc`. */
export function settledMemory(): { rss: number; heap: number } {
  for (let at = 0; at < 4; at++) globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  return { rss: rss / 1e6, heap: (heapUsed + arrayBuffers) / 1e6 }
}
