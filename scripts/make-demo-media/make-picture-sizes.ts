import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { processImage } from '../../server/src/features/media/process-image.ts'

/** Makes every size and format of the demo's pictures, as an upload would, so that a first start does not have to. */
const media = resolve(import.meta.dirname, '../../server/src/db/demo/media')
rmSync(join(media, 'sizes'), { recursive: true, force: true })
for (const picture of readdirSync(media).filter((name) => name.endsWith('.webp'))) {
  const folder = join(media, 'sizes', picture.replace(/\.webp$/, ''))
  mkdirSync(folder, { recursive: true })
  const { files } = await processImage(join(media, picture))
  for (const { width, format, bytes } of files) writeFileSync(join(folder, `${width}.${format}`), bytes)
}
