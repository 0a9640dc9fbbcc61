import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { makeAvatars } from './avatars/make-avatars.ts'
import { about, poster } from './films/about/about.ts'
import { frameAt } from './films/film.ts'
import { films } from './films/index.ts'
import { openRasteriser } from './render/browser.ts'
import { makeFilm, timeOf } from './render/make-film.ts'
import { contactSheet } from './render/sheet.ts'
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
      'node scripts/make-demo-media/main.ts films|about|sheet|avatars|thumbnails [name…]',
      readdirSync(media).length,
      'media files',
    )
  },
}

await (jobs[what] ?? jobs.help)?.()
