import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A digest over the names and contents of all files that the patterns (relative to `root`) match, less the excluded ones. */
export function hashFiles(root: string, patterns: string[], exclude: string[] = []): string {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile())
      hash.update(file.replaceAll('\\', '/')).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
