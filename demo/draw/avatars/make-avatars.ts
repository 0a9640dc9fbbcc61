import { join } from 'node:path'
import sharp from 'sharp'
import { openRasteriser } from '../render/browser.ts'
import { drawFace } from './face.ts'
import { people } from './people.ts'

/** Writes every face, 256 pixels wide, under the key of its person; returns the PNGs for looking at. */
export const makeAvatars = async (folder: string): Promise<Buffer[]> => {
  const browser = await openRasteriser(512, 512, { width: 256, height: 256 })
  const pictures: Buffer[] = []
  for (const [key, face] of Object.entries(people)) {
    const png = await browser.shoot(drawFace(face))
    await sharp(png)
      .resize(256, 256)
      .webp({ quality: 82, effort: 6 })
      .toFile(join(folder, `${key}.webp`))
    pictures.push(png)
  }
  await browser.close()
  return pictures
}
