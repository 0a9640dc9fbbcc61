import { createHash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import {
  categories,
  inLanguage,
  publicPaths,
  sitemapLimits,
  sitePageKinds,
  sitePagePath,
} from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { offeredLanguages } from '#core/languages/language.ts'
import { type Address, findAddresses } from '../queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log' | 'settings'> & {
  config: Pick<FeatureDeps['config'], 'publicUrl'>
}

/** A file of the sitemap as it is sent. */
export type SitemapFile = { bytes: Buffer; hash: string }

export type Sitemap = {
  /** Returns a file: "index.xml", or one of those that it names; undefined where there is none. */
  file(name: string): Promise<SitemapFile | undefined>
}

/** How long the files are kept. A course that is gone meanwhile has a page that says so. */
const keptMs = 10 * 60_000
/** Courses in one query, and the most that is in memory of a list. */
const batchRows = 1000

/**
 * The sitemap of the public pages. It is made from the database when someone asks for it, compressed, and kept in memory: one build at
 * a time, and the previous files are sent until it is done.
 */
export function createSitemap(deps: Deps, find = findAddresses): Sitemap {
  let files: ReadonlyMap<string, SitemapFile> | undefined
  let freshUntil = 0
  let building: Promise<void> | undefined

  const build = async (): Promise<void> => {
    files = await buildFiles(deps, find)
    freshUntil = deps.clock.now().getTime() + keptMs
  }
  const rebuild = (): Promise<void> => {
    building ??= build().finally(() => {
      building = undefined
    })
    return building
  }

  return {
    async file(name) {
      if (!files) await rebuild()
      else if (deps.clock.now().getTime() >= freshUntil)
        rebuild().catch((error: unknown) => deps.log.error({ err: error }, 'the sitemap could not be made'))
      return files?.get(name)
    },
  }
}

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Links to an address in each language, for those that are whole; "" where there is one language. */
function alternatesOf(address: string, siteLanguage: string): string {
  const whole = offeredLanguages.filter((language) => language.whole).map(({ tag }) => tag)
  if (whole.length < 2) return ''
  const link = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`
  return [link('x-default', address), ...whole.map((tag) => link(tag, inLanguage(address, tag, siteLanguage)))].join('')
}

/** Writes a file of addresses, or the index of the files. */
function openFile(root: 'urlset' | 'sitemapindex', siteLanguage: string) {
  const gzip = createGzip()
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    gzip.once('end', resolve)
    gzip.once('error', reject)
  })
  const hash = createHash('sha256')
  const write = (text: string): void => {
    hash.update(text)
    gzip.write(text)
  }
  const item = root === 'urlset' ? 'url' : 'sitemap'
  let latest: Date | undefined
  write(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${root === 'urlset' ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\n`,
  )
  return {
    add(entries: readonly { address: string; changed: Date | undefined }[]): void {
      let text = ''
      for (const { address, changed } of entries) {
        const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
        text += `<${item}><loc>${escapeXml(address)}</loc>${lastmod}${root === 'urlset' ? alternatesOf(address, siteLanguage) : ''}</${item}>\n`
        latest = later(latest, changed)
      }
      if (text !== '') write(text)
    },
    /** the last change of what is in the file */
    latest: (): Date | undefined => latest,
    async end(): Promise<SitemapFile> {
      write(`</${root}>\n`)
      gzip.end()
      await ended
      return { bytes: Buffer.concat(chunks), hash: hash.digest('base64url').slice(0, 22) }
    },
  }
}

const later = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one

/** Makes all files: the pages that list courses, the courses by id, and the index. */
async function buildFiles(
  { db, config, settings }: Deps,
  find: typeof findAddresses,
): Promise<ReadonlyMap<string, SitemapFile>> {
  const files = new Map<string, SitemapFile>()
  const siteLanguage = settings.current().language
  const index = openFile('sitemapindex', siteLanguage)
  const changes = new Map<string | null, Date>()
  const absolute = (path: string): string => config.publicUrl + path

  const close = async (name: string, file: ReturnType<typeof openFile>): Promise<void> => {
    files.set(name, await file.end())
    index.add([{ address: absolute(`/sitemap-${name}`), changed: file.latest() }])
  }
  let last: Address | undefined
  for (let number = 1; number <= sitemapLimits.files; number++) {
    const file = openFile('urlset', siteLanguage)
    let count = 0
    let more = true
    while (more && count < sitemapLimits.addresses) {
      const rows = await find(db, { after: last?.id ?? '', count: batchRows })
      file.add(
        rows.map(({ id, title, updated_at: changed }) => ({
          address: absolute(publicPaths.course({ _id: id, title })),
          changed,
        })),
      )
      for (const { category, updated_at: changed } of rows)
        changes.set(category, later(changes.get(category), changed) ?? changed)
      count += rows.length
      last = rows.at(-1) ?? last
      more = rows.length === batchRows
      await pause()
    }
    if (count > 0 || number === 1) await close(`courses-${number}.xml`, file)
    if (!more) break
  }

  const pages = openFile('urlset', siteLanguage)
  const latest = [...changes.values()].reduce<Date | undefined>(later, undefined)
  for (const path of ['/', publicPaths.browse]) pages.add([{ address: absolute(path), changed: latest }])
  pages.add(sitePageKinds.map((kind) => ({ address: absolute(sitePagePath(kind)), changed: undefined })))
  for (const category of categories) {
    const changed = changes.get(category)
    if (changed) pages.add([{ address: absolute(publicPaths.category(category)), changed }])
  }
  await close('pages.xml', pages)
  files.set('index.xml', await index.end())
  return files
}
