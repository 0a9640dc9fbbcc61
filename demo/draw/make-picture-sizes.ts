import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { imageProcess } from '../../server/src/adapters/images/image-process.ts'

/** Makes every size and format of the demo's pictures, as an upload would, so that a first start does not have to. */
const media = resolve(import.meta.dirname, '../media')
const images = imageProcess()
rmSync(join(media, 'sizes'), { recursive: true, force: true })
for (const picture of readdirSync(media).filter((name) => name.endsWith('.webp'))) {
  const folder = join(media, 'sizes', picture.replace(/\.webp$/, ''))
  mkdirSync(folder, { recursive: true })
  const result = await images.convert({ path: join(media, picture) })
  if (!('image' in result)) throw new Error(`${picture}: ${result.fault}`)
  const { files } = result.image
  for (const { width, format, bytes } of files) writeFileSync(join(folder, `${width}.${format}`), bytes)
}
