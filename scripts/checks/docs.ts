import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainError } from '../launch/plain-error.mjs'
import { projectRoot } from '../project-root.ts'

type Generated = { file: string; source: string; make: () => Promise<string> }

const generated: Generated[] = [
  {
    file: 'docs/configuration.md',
    source: 'server/src/app/config/config-entries.ts',
    make: () => make('server/src/app/config/config.ts', 'describeConfig'),
  },
  {
    file: 'server/src/db/schema.generated.ts',
    source: 'the migrated database',
    make: () => make('server/src/cli/generate-schema.ts', 'generateSchema'),
  },
  {
    file: 'docs/decisions/README.md',
    source: 'docs/decisions',
    make: () => make('scripts/checks/list-decisions.ts', 'listDecisions'),
  },
]

/** Writes the generated files; with `--check` it only throws a PlainError that names those that are stale. */
export async function run(args: string[]): Promise<void> {
  const texts = await Promise.all(generated.map(({ make }) => make()))
  const stale: string[] = []
  for (const [index, { file, source }] of generated.entries()) {
    const path = join(projectRoot, file)
    const text = texts[index] ?? ''
    if (!args.includes('--check')) writeFileSync(path, text)
    else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
      stale.push(`${file} is not what ${source} says. Run "npm run docs" and commit the file.`)
  }
  if (stale.length > 0) throw new PlainError(stale.join('\n'))
}

/** Loads a module late, so that one that does not load is reported as such, and calls its function. */
async function make(source: string, name: string): Promise<string> {
  const module = await import(pathToFileURL(join(projectRoot, source)).href).catch((error: unknown) => {
    throw new PlainError(`${source} could not be loaded: ${error instanceof Error ? error.message : error}`)
  })
  if (typeof module[name] !== 'function') throw new PlainError(`${source} exports no ${name}().`)
  return module[name]()
}
