import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const AT_ONCE = 16

const sync = async (path: string, flags: string): Promise<void> => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Forces the names in a folder to the disk. Windows cannot open folders, and keeps their names in its journal. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await sync(path, 'r')
}

/** Forces every file and folder below `root`, and `root` itself, to the disk. Files are opened for writing because Windows asks it. */
export async function syncTree(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const waiting = entries.flatMap((one) => {
    const path = join(one.parentPath, one.name)
    if (one.isDirectory()) return [() => syncFolder(path)]
    return one.isFile() ? [() => sync(path, 'r+')] : []
  })
  for (let i = 0; i < waiting.length; i += AT_ONCE) await Promise.all(waiting.slice(i, i + AT_ONCE).map((run) => run()))
  await syncFolder(root)
}
