import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'

const migrations = join(projectRoot, 'server', 'src', 'db', 'migrations')

export function run(args: string[]): void {
  console.log(`Begun: ${newMigration(migrations, args.join('-'))}`)
}

/**
 * Writes the next numbered migration and enters it into the folder's index.ts. Answers the new file's path.
 * @throws {PlainError} when the name is not lower-case words joined by hyphens
 */
export function newMigration(folder: string, name: string): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new PlainError('Name the migration in lower-case words joined by hyphens: npm run db:new -- add-course-tags')
  }
  const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0)
  const key = `${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}-${name}`
  const index = join(folder, 'index.ts')
  const entered = enter(readFileSync(index, 'utf8'), key)
  const file = join(folder, `${key}.ts`)
  writeFileSync(file, MIGRATION, { flag: 'wx' })
  writeFileSync(index, entered)
  return file
}

/** The index is a list of imports and one object of migrations, in order. */
function enter(index: string, key: string): string {
  const variable = key.replace(/^\d+-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const lastImport = index.lastIndexOf('import * as ')
  const afterImports = index.indexOf('\n', lastImport) + 1
  const end = index.lastIndexOf('\n}')
  if (lastImport < 0 || end < afterImports)
    throw new PlainError('migrations/index.ts does not list the migrations as expected.')
  if (index.includes(`import * as ${variable} `))
    throw new PlainError(`There is a migration named ${variable} already.`)
  const line = `import * as ${variable} from './${key}.ts'\n`
  return `${index.slice(0, afterImports)}${line}${index.slice(afterImports, end)}\n  '${key}': ${variable},${index.slice(end)}`
}

const MIGRATION = `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: string[] = []
`
