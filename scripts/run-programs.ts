import { join, resolve } from 'node:path'
import { endLike } from './launch/follow.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'
import { runNode, toolPath } from './run-tool.ts'

const cli = (name: string): string => join(projectRoot, 'server', 'src', 'cli', name)

/** `npm run db:export`. */
export async function exportDatabase(args: string[]): Promise<void> {
  await endLike(await runNode(cli('export.ts'), [fileArgument('db:export', args)]))
}

/** `npm run db:import`. */
export async function importDatabase(args: string[]): Promise<void> {
  await endLike(await runNode(cli('import.ts'), [fileArgument('db:import', args)]))
}

/**
 * Returns the one file that a task was given, relative to where the user typed the command: npm starts scripts in the project folder.
 * @throws {PlainError} when there is not exactly one
 */
export function fileArgument(task: string, args: string[]): string {
  const [file, ...others] = args
  if (!file || others.length > 0) throw new PlainError(`Name one file: npm run ${task} -- FILE`)
  return resolve(process.env.INIT_CWD ?? process.cwd(), file)
}

/** `npm run admin:invite`. */
export async function inviteAdmin(args: string[]): Promise<void> {
  const [address, ...others] = args
  if (!address || others.length > 0) throw new PlainError('Name one address: npm run admin:invite -- ADDRESS')
  await endLike(await runNode(cli('invite-admin.ts'), [address]))
}

/** `npm run format`. */
export async function format(args: string[]): Promise<void> {
  await endLike(await runNode(toolPath('@biomejs/biome', 'biome'), ['check', '--write', ...args]))
}
