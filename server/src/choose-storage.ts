import { join } from 'node:path'
import { diskStorage } from './adapters/storage/disk.ts'
import type { Config } from './config.ts'
import type { Storage } from './ports/storage.ts'

/** The media store that the configuration names. */
export function chooseStorage(_config: Config, dataDir: string): Storage {
  return diskStorage(join(dataDir, 'media'))
}
