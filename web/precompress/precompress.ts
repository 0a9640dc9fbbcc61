import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, constants as os, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const text = /\.(js|css|svg|json|txt|vtt|webmanifest)$/
/** Below this many bytes a compressed copy saves less than its header costs. */
const smallest = 512

/**
 * Writes `.br` and `.gz` copies beside the text files of a built folder, at the highest effort: the server sends them as
 * they are and never compresses a file per request. Each copy appears whole for anyone who reads the folder meanwhile.
 */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const aside = await mkdtemp(join(folder, '.compressed-'))
  try {
    const workers = Array.from({ length: availableParallelism() }, async () => {
      for (let file = files.pop(); file !== undefined; file = files.pop())
        await compress(file, join(aside, String(files.length)))
    })
    await Promise.all(workers)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function compress(file: string, draft: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < smallest) return
  const brotli = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  await writeFile(draft, brotli)
  await rename(draft, `${file}.br`)
  await writeFile(draft, await promisify(gzip)(bytes, { level: 9 }))
  await rename(draft, `${file}.gz`)
}

// Another process may already serve the files: it comes first.
setPriority(os.priority.PRIORITY_LOW)
await precompress(process.argv[2] ?? join(import.meta.dirname, '../build/client'))
