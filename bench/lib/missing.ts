import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Something that a benchmark needs is not on this machine. The message says what and how to get it; nothing is installed silently. */
export class Missing extends Error {
  override name = 'Missing'
}

/** The full path of a program on PATH (and in the folders where Debian keeps daemons), or null. */
export const findProgram = (name: string): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const folder of folders) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      // not here
    }
  }
  return null
}
