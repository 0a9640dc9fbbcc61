import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'

const document = join(projectRoot, 'docs', 'configuration.md')

/** Writes docs/configuration.md from the server's settings; with `--check` it only says whether the file is what would be written. */
export async function run(args: string[]): Promise<void> {
  const text = await describeSettings()
  if (!args.includes('--check')) {
    writeFileSync(document, text)
    return
  }
  if (!existsSync(document) || readFileSync(document, 'utf8') !== text) {
    throw new PlainError(
      'docs/configuration.md is not what server/src/app/config.ts says. Run "npm run docs" and commit the file.',
    )
  }
}

/** Loaded late, so that a broken config.ts is told as such. */
async function describeSettings(): Promise<string> {
  const file = join(projectRoot, 'server', 'src', 'app', 'config.ts')
  const module = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new PlainError(
      `server/src/app/config.ts could not be loaded: ${error instanceof Error ? error.message : error}`,
    )
  })
  if (typeof module.describeConfig !== 'function')
    throw new PlainError('server/src/app/config.ts exports no describeConfig().')
  return module.describeConfig()
}
