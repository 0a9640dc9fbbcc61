import { execFileSync } from 'node:child_process'

/** The first version number that a program prints for `--version`, or null when it does not run. */
export function programVersion(path: string): string | null {
  try {
    const text = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /\d+(\.\d+)*/.exec(text)?.[0] ?? null
  } catch {
    return null
  }
}
