import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Returns the bytes that are free on the disk of a folder. Rejects when there is no such folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(resolve(folder))
  return bavail * bsize
}
