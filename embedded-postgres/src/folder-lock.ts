import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

export type FolderLock = {
  /** Releases the folder; idempotent. */
  release(): void
}

/**
 * Takes the database folder for this process: an exclusive SQLite transaction on `dataDir/lock`, held open. The kernel frees it
 * when the process ends, however it ends. Throws EmbeddedDatabaseError when another process holds the folder.
 *
 * Nothing else may open `lock` in this process: closing any descriptor of a file drops the process's POSIX locks on it.
 */
export function lockFolder(dataDir: string): FolderLock {
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new EmbeddedDatabaseError(
      `The database folder ${dataDir} is already in use by another process; stop it first, or set DATA_DIR to another folder.`,
    )
  }
  return {
    release: () => {
      if (file.isOpen) file.close()
    },
  }
}

/** 5 and 6 are SQLITE_BUSY and SQLITE_LOCKED; the higher bytes carry a finer reason. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [5, 6].includes(error.errcode & 0xff)
