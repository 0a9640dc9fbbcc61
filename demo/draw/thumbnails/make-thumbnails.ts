import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openRasteriser } from '../render/browser.ts'
import { aiPictures } from './ai.ts'
import { appPictures } from './apps.ts'
import { dataPictures } from './data.ts'
import { designPictures, otherPictures } from './design.ts'
import { type Picture, paint } from './ground.ts'
import { securityPictures } from './security.ts'
import { webPictures } from './web.ts'

export const pictures: readonly Picture[] = [
  ...webPictures,
  ...appPictures,
  ...aiPictures,
  ...dataPictures,
  ...securityPictures,
  ...designPictures,
  ...otherPictures,
]

const most = 38_000

/** Writes the course pictures as 1280 x 720 WebP of at most 38 kB each; returns the PNGs for looking at. */
export const makeThumbnails = async (folder: string, wanted: readonly Picture[]): Promise<Buffer[]> => {
  const browser = await openRasteriser(1280, 720)
  const shots: Buffer[] = []
  for (const picture of wanted) {
    const png = await browser.shoot(paint(picture))
    shots.push(png)
    let quality = 88
    const encode = (): Promise<Buffer> => sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    let webp = await encode()
    while (webp.length > most && quality > 50) {
      quality -= 4
      webp = await encode()
    }
    writeFileSync(join(folder, `${picture.name}.webp`), webp)
    console.log(`${picture.name}.webp  ${Math.round(webp.length / 1000)} kB  quality ${quality}`)
  }
  await browser.close()
  return shots
}
