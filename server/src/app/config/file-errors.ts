/** What errors of the file system mean to an operator, and what they can do, by code. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there: give the folder to the user of the site (chown -R), or start as that user',
  EPERM: 'this user may not write there: give the folder to the user of the site (chown -R), or start as that user',
  EROFS: 'its disk is mounted for reading only',
  ENOSPC: 'its disk is full: make room there',
  EDQUOT: 'the disk quota of this user is used up: make room there',
  EEXIST: 'something else than a folder is in its place',
  ENOTDIR: 'something else than a folder is in its place',
}

/** Returns a sentence for an error of a file or folder of the site, such as a folder of another user; null for other errors. */
export function explainFileError(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const meaning = meanings[String(error.code)]
  if (meaning === undefined) return null
  // a write to an open file names no path
  if (!('path' in error)) return error.code === 'ENOSPC' ? 'a disk is full: make room there (ENOSPC)' : null
  return `${error.path}: ${meaning} (${error.code}). DATA_DIR names the folder of the site.`
}
