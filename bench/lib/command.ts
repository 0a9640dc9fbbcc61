import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Ends the process with the usage: with status 0, or with 2 after a `problem`. */
export function exitWithUsage(usage: string, problem?: string): never {
  console.error(problem ? `${problem}\n${usage}` : usage)
  process.exit(problem === undefined ? 0 : 2)
}

/** Ends the process on systems without /proc, from which CPU times and memory are read. */
export function requireLinux(): void {
  if (process.platform === 'linux') return
  console.error('The benchmarks read CPU times and memory from /proc: they run on Linux alone.')
  process.exit(2)
}

/** Opens the results of a run, by default a new file in bench/results; returns what prints one line of JSON there and on the terminal. */
export function openResults(prefix: string, file?: string): (row: object) => void {
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  const path = file ?? join(folder, `${prefix}${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.jsonl`)
  return (row) => {
    const text = JSON.stringify(row)
    console.log(text)
    appendFileSync(path, `${text}\n`)
  }
}

/** Runs `close` at SIGINT and SIGTERM, then ends the process. */
export function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }
}
