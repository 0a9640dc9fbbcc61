import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeCpuMs, treeMemory } from './lib/machine.ts'
import { signIn, startDemoServer } from './lib/our-server.ts'
import { table } from './lib/report.ts'

/**
 * Memory above idle, of the server and its children together, and CPU time for one upload of an image, honest or hostile.
 * `npm run bench -- images` prints the table; the limits of `server/src/adapters/images/image-limits.ts` come from it.
 */
const flat = (width: number, height: number, rest: string, channels = 3) =>
  `sharp({create:{width:${width},height:${height},channels:${channels},background:{r:30,g:60,b:90,alpha:0.5}},limitInputPixels:false})${rest}`
const photo = (width: number, height: number, rest: string) =>
  `sharp(photo).resize(${width},${height},{fit:'fill'}).removeAlpha()${rest}`
const images: readonly (readonly [name: string, make: string])[] = [
  ['AVIF, flat, 49.6 MP', flat(8000, 6200, ".avif({effort:0,chromaSubsampling:'4:2:0'})")],
  ['AVIF, flat, 3.7 MP', flat(2560, 1440, '.avif({effort:0})')],
  ['AVIF, 10 bits, transparent, 2.4 MP', flat(1840, 1300, '.avif({effort:0,bitdepth:10})', 4)],
  ['JPEG photo, 12 MP', photo(4032, 3024, '.jpeg()')],
  ['JPEG photo, 48 MP', photo(8000, 6000, '.jpeg()')],
  ['progressive JPEG photo, 12 MP', photo(4032, 3024, '.jpeg({progressive:true})')],
  ['progressive JPEG, 16 MP', photo(4608, 3456, '.jpeg({progressive:true})')],
  ['progressive JPEG 4:4:4, 9 MP', photo(3464, 2598, ".jpeg({progressive:true,chromaSubsampling:'4:4:4'})")],
  ['progressive JPEG in four inks, 5 MP', photo(2580, 1936, ".toColourspace('cmyk').jpeg({progressive:true})")],
  ['progressive JPEG, 48 MP', photo(8000, 6000, '.jpeg({progressive:true})')],
  ['PNG, 48 MP, transparent', flat(8000, 6000, '.png()', 4)],
  ['PNG, 16 bits, 12 MP', flat(4032, 3024, ".toColourspace('rgb16').png()", 4)],
  ['PNG, interlaced, 12 MP', flat(4032, 3024, '.png({progressive:true})', 4)],
  ['PNG, interlaced, 48 MP', flat(8000, 6000, '.png({progressive:true})', 4)],
  ['PNG, interlaced, 16 bits, 5 MP', flat(2580, 1936, ".toColourspace('rgb16').png({progressive:true})", 4)],
  ['WebP, lossless, 14 MP', photo(4300, 3250, '.ensureAlpha(0.7).webp({lossless:true,effort:0})')],
  ['WebP, flat, 48 MP', flat(8000, 6000, '.webp({effort:0})')],
  ['GIF, 9 MP', photo(3464, 2598, '.gif({effort:1,dither:0})')],
  ['GIF, flat, 48 MP', flat(8000, 6000, '.gif({effort:1})')],
]

const repository = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'bench-images-'))
const library = createRequire(join(repository, 'server/package.json')).resolve('sharp')
const media = join(repository, 'demo/media')
/** In a process of its own: making the hostile ones takes as much memory as reading them. */
const make = (file: string, code: string): void => {
  const program = `const sharp=require(${JSON.stringify(library)});const photo=${JSON.stringify(join(media, 'full-stack-factory.webp'))};
    ${code}.toFile(${JSON.stringify(file)}).catch((e)=>{console.error(e.message);process.exit(1)})`
  spawnSync(process.execPath, ['-e', program], { stdio: 'inherit' })
}
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const server = await startDemoServer(folder)
const rows = [['image', 'file', 'answer', 'PSS above idle', 'RSS above idle', 'CPU of all']]
try {
  const cookie = await signIn(server.origin, 'educator@demo.example')
  await sleep(8000)
  for (const [name, code] of images) {
    const file = join(folder, 'image')
    make(file, code)
    if (!existsSync(file)) continue
    await sleep(1500)
    const bytes = await import('node:fs/promises').then(({ readFile }) => readFile(file))
    rmSync(file)
    const idle = treeMemory(server.pid)
    const cpu = treeCpuMs(server.pid)
    const peak = { ...idle }
    const timer = setInterval(() => {
      const now = treeMemory(server.pid)
      peak.pssBytes = Math.max(peak.pssBytes, now.pssBytes)
      peak.rssBytes = Math.max(peak.rssBytes, now.rssBytes)
    }, 15)
    const form = new FormData()
    form.set('photoUrl', new File([new Uint8Array(bytes)], 'image'))
    const answer = await fetch(`${server.origin}/api/user/updateprofile`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    })
    await answer.text()
    clearInterval(timer)
    rows.push([
      name,
      `${Math.ceil(bytes.length / 1000)} kB`,
      String(answer.status),
      mb(peak.pssBytes - idle.pssBytes),
      mb(peak.rssBytes - idle.rssBytes),
      `${Math.round(treeCpuMs(server.pid) - cpu)} ms`,
    ])
  }
  console.log(table(rows))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
