import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config.ts'

/** Folder of the program. */
const programFolder = resolve(import.meta.dirname, '../../../..')

/** Where the runbooks put the file, so that commands that are run by hand find what the service was started with. */
const documentedFile = '/etc/virtual-courses.env'

/** Returns the file of variables of this installation: the named one, or the first that exists. */
function findEnvFile({ ENV_FILE, NODE_ENV }: NodeJS.ProcessEnv, documented: string): string | undefined {
  if (ENV_FILE) {
    if (existsSync(ENV_FILE)) return ENV_FILE
    throw new ConfigError(`ENV_FILE: there is no file ${ENV_FILE}`)
  }
  const own = join(programFolder, '.env')
  if (existsSync(own)) return own
  // development and tests beside an installation are not meant to use its database
  return (NODE_ENV || 'production') === 'production' && existsSync(documented) ? documented : undefined
}

/**
 * Loads the file of variables into the environment, whose own ones count; returns its path, if there is one. The server and all commands
 * read it here. Throws ConfigError for one that cannot be read, or that would be read otherwise than it looks.
 */
export function loadEnvFile(env: NodeJS.ProcessEnv = process.env, documented = documentedFile): string | undefined {
  const file = findEnvFile(env, documented)
  if (file === undefined) return undefined
  const content = read(file)
  const lines = content.split(/\r?\n/)
  for (const line of lines) {
    const [, name] = /^\s*(?:export\s+)?(\w+)\s*=\s*[^\s"'`#](?:[^#]*[^\s#])?#/.exec(line) ?? []
    if (name)
      throw new ConfigError(
        `${name}: the value in ${file} has a "#", with which a comment begins: put the value into quotes, or in an address write %23`,
      )
  }
  const stray = lines.findIndex((line) => !/^\s*(#|$|(export\s+)?[A-Za-z_]\w*\s*=)/.test(line))
  if (stray !== -1)
    throw new ConfigError(
      `ENV_FILE: line ${stray + 1} of ${file} is no setting: write NAME=value, or a # in front of a comment`,
    )
  for (const [name, value] of Object.entries(parseEnv(content))) env[name] ??= value
  return file
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error // errno of the file system
    throw new ConfigError(
      `${file} has the settings of the site, and this user cannot read it: use the user of the site, or root`,
    )
  }
}
