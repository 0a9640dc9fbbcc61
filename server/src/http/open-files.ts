import { close, open } from 'node:fs'

/** Milliseconds for which a file stays open after its last use; a deleted file takes space until then. */
const idleMs = 5_000
/** Maximum number of files that stay open without use. */
const mostIdle = 64

type OpenFile = { opening: Promise<number>; users: number; usedAt: number }

const files = new Map<string, OpenFile>()
let cleaning: NodeJS.Timeout | undefined

function forget(path: string, file: OpenFile): void {
  if (files.get(path) === file) files.delete(path)
  file.opening.then(
    (fd) => close(fd),
    () => {},
  )
}

function closeIdle(): void {
  const since = performance.now() - idleMs
  for (const [path, file] of files) if (file.users === 0 && file.usedAt <= since) forget(path, file)
  if (files.size > 0) return
  clearInterval(cleaning)
  cleaning = undefined
}

/**
 * Opens a file for reading, or takes the descriptor of one that was read a moment ago: a video is fetched in many parts. Call `release`
 * once. Files of the media store never change under their names. Throws what the file system does.
 */
export async function openFile(path: string): Promise<{ fd: number; release(): void }> {
  let file = files.get(path)
  if (!file) {
    const opening = new Promise<number>((resolve, reject) =>
      open(path, 'r', (error, fd) => (error ? reject(error) : resolve(fd))),
    )
    file = { opening, users: 0, usedAt: 0 }
    files.set(path, file)
    cleaning ??= setInterval(closeIdle, idleMs).unref()
  }
  const own = file
  own.users++
  const release = (): void => {
    own.users--
    own.usedAt = performance.now()
    if (own.users === 0 && files.size > mostIdle) forget(path, own)
  }
  try {
    return { fd: await own.opening, release }
  } catch (error) {
    if (files.get(path) === own) files.delete(path)
    throw error
  }
}
