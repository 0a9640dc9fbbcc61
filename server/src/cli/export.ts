import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportLines } from './transfer.ts'
import { withDeps } from './with-deps.ts'

const [file = 'virtual-courses-export.jsonl'] = process.argv.slice(2)

// The file is renamed when it is complete.
await withDeps(async ({ db }) => {
  await pipeline(
    Readable.from(exportLines(db)).map((line: string) => `${line}\n`),
    createWriteStream(`${file}.part`, { mode: 0o600 }),
  )
  await rename(`${file}.part`, file)
  console.log(`Exported to ${file}. Media are not in it: copy the folder "media" under DATA_DIR as well.`)
})
