import { resolve } from 'node:path'
import { PlainError } from './launch/plain-error.mjs'

/**
 * The one file that a task was given, relative to where the user typed the command: npm itself starts scripts in the project folder.
 * @throws {PlainError} when there is not exactly one
 */
export function fileArgument(task: string, args: string[]): string {
  const [file, ...others] = args
  if (!file || others.length > 0) throw new PlainError(`Name one file: npm run ${task} -- FILE`)
  return resolve(process.env.INIT_CWD ?? process.cwd(), file)
}
