import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { drawFace } from './avatars/face.ts'
import { people } from './avatars/people.ts'
import { about, poster } from './films/about/about.ts'
import { frameAt } from './films/film.ts'
import { films } from './films/index.ts'
import { openRasteriser } from './render/browser.ts'
import { makeFilm, timeOf } from './render/make-film.ts'
import { makeThumbnails, pictures } from './thumbnails/make-thumbnails.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const media = join(root, 'demo/media')
const sheets = join(tmpdir(), 'demo-media')
for (const folder of [media, sheets]) mkdirSync(folder, { recursive: true })

const [what = 'help', ...names] = process.argv.slice(2)
const wanted = <T extends { name: string }>(all: readonly T[]): T[] =>
  all.filter((each) => names.length === 0 || names.includes(each.name))

const lessonSize = { width: 854, height: 480, quality: 30 }

const jobs: Record<string, () => Promise<void>> = {
  films: async () => {
    for (const film of wanted(films)) console.log(await makeFilm(film, media, lessonSize))
  },
  about: async () => {
    const folder = join(root, 'web/public/video')
    console.log(await makeFilm(about, folder, { width: 1280, height: 720, quality: 28 }))
    const browser = await openRasteriser(1280, 720)
    const still = await browser.shoot(poster())
    await browser.close()
    await sharp(still).webp({ quality: 82, effort: 6 }).toFile(join(folder, 'about-poster.webp'))
  },
  sheet: async () => {
    const browser = await openRasteriser(854, 480)
    for (const film of wanted([...films, about])) {
      const scenes = timeOf(film)
      const pictures: Buffer[] = []
      for (const scene of scenes)
        for (const part of [0.3, 0.62, 0.85])
          pictures.push(await browser.shoot(frameAt(scenes, scene.start + scene.seconds * part)))
      const target = join(sheets, `sheet-${film.name}.png`)
      await contactSheet(pictures, 3, 560, target)
      console.log(target, scenes.map((scene) => scene.seconds.toFixed(1)).join(' + '))
    }
    await browser.close()
  },
  avatars: async () => {
    await contactSheet(await makeAvatars(media), 8, 200, join(sheets, 'sheet-avatars.png'))
  },
  thumbnails: async () => {
    await contactSheet(await makeThumbnails(media, wanted(pictures)), 4, 400, join(sheets, 'sheet-thumbnails.png'))
  },
  help: async () => {
    console.log(
      'node demo/draw/main.ts films|about|sheet|avatars|thumbnails [name…]',
      readdirSync(media).length,
      'media files',
    )
  },
}

await (jobs[what] ?? jobs.help)?.()

/** Lays pictures of one size on a sheet to look at them together. */
const contactSheet = async (
  pictures: readonly Buffer[],
  columns: number,
  width: number,
  target: string,
): Promise<void> => {
  const height = Math.round((width * 9) / 16)
  const square = await sharp(pictures[0]).metadata()
  const tall = square.width === square.height ? width : height
  const cells = await Promise.all(pictures.map((each) => sharp(each).resize(width, tall).png().toBuffer()))
  await sharp({
    create: {
      width: columns * (width + 8) + 8,
      height: Math.ceil(cells.length / columns) * (tall + 8) + 8,
      channels: 3,
      background: '#808080',
    },
  })
    .composite(
      cells.map((input, index) => ({
        input,
        left: 8 + (index % columns) * (width + 8),
        top: 8 + Math.floor(index / columns) * (tall + 8),
      })),
    )
    .png()
    .toFile(target)
}

/** Writes every face, 256 pixels wide, under the key of its person; returns the PNGs for looking at. */
const makeAvatars = async (folder: string): Promise<Buffer[]> => {
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
