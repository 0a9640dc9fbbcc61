/**
 * Brands of the family of MP4 (ISO base media) with pictures or sound that play: of the standards and their profiles, QuickTime, telephones,
 * and cameras. A file of another brand counts when it has tracks that play.
 */
const mediaBrands =
  /^(iso[m2-9a-c]|mp4[12]|mp7[1t]|avc[1-4]|av01|hvc1|hev1|dby1|dash|msdh|msix|cm[a-z]{2}|ccff|piff|iss[mv]|lmsg|qt {2}|M4[ABPV].|M4VH|M4VP|F4[ABPV] |f4v |3g[2egprst].|3gf9|mmp4|MSNV|XAVC|ND[A-Z]{2}|CAEP|caqv|niko|pana|mqt |KDDI|SDV |dmb1|da\d.|dv\d.|NTT |isml|bnd1)$/
/** Brands of pictures and of other files: they may have tracks too, but nothing that plays. */
const otherBrands =
  /^(hei[cxms]|hev[cxms]|mi[afp][f12]|mif\d|msf1|avi[fsco]|j2k[1is]|jp[2xmh] |jpx[b ]|mj[p2][2s ]|jxl |jpeg|jpgs|crx |mp21|odcf|opf2|pnvi|heoi)$/
const soundBrands = /^(M4[AB] |F4[AB] )$/
/** First boxes of QuickTime files from before there were brands. */
const oldBoxes = new Set(['moov', 'mdat', 'free', 'skip', 'wide', 'pnot'])

/** Family of a file by its brands: `sound` and `media` may play; for `unknown` the tracks decide. */
export type IsoFamily = 'media' | 'sound' | 'unknown' | 'other'

/** Returns the family of a file by its first bytes; null for one that does not consist of boxes. */
export function isoFamily(head: Buffer): IsoFamily | null {
  if (head.length < 12) return null
  const first = head.toString('latin1', 4, 8)
  if (oldBoxes.has(first)) return 'media'
  if (first !== 'ftyp') return null
  const major = head.toString('latin1', 8, 12).replaceAll('\0', ' ')
  if (otherBrands.test(major)) return 'other'
  if (soundBrands.test(major)) return 'sound'
  const end = Math.min(head.readUInt32BE(0), head.length)
  const others = Array.from({ length: Math.max(0, Math.floor((end - 16) / 4)) }, (_, at) =>
    head.toString('latin1', 16 + 4 * at, 20 + 4 * at).replaceAll('\0', ' '),
  )
  return [major, ...others].some((brand) => mediaBrands.test(brand)) ? 'media' : 'unknown'
}

/** Boxes whose content is looked at; all others are skipped. */
const opened = new Set(['moov', 'trak', 'mdia'])
/** More boxes than any video has on these levels. */
const mostBoxes = 100_000
const headBytes = 8
/** Bytes of `hdlr` up to the kind of its track. */
const handlerBytes = 20

/**
 * Returns a reader that finds the kinds of a file's tracks (`vide`, `soun` and others) while its bytes come, wherever its index stands. Nothing but
 * a few bytes is kept.
 */
export function readTracks(): { add(chunk: Buffer): void; kinds: ReadonlySet<string> } {
  const kinds = new Set<string>()
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  let boxes = 0
  return {
    kinds,
    add(chunk) {
      if (boxes > mostBoxes) return
      if (skip >= chunk.length && rest.length === 0) {
        skip -= chunk.length
        return
      }
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      for (;;) {
        const step = Math.min(skip, bytes.length - at)
        at += step
        skip -= step
        if (skip > 0 || bytes.length - at < headBytes) break
        const name = bytes.toString('latin1', at + 4, at + 8)
        const short = bytes.readUInt32BE(at)
        const needed = name === 'hdlr' ? handlerBytes : short === 1 ? 16 : headBytes
        if (bytes.length - at < needed) break
        if (name === 'hdlr') kinds.add(bytes.toString('latin1', at + 16, at + 20))
        const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
        boxes++
        if (boxes > mostBoxes || (size < headBytes && !opened.has(name))) {
          // the last box, which extends to the end of the file, or unreadable data
          boxes = mostBoxes + 1
          break
        }
        skip = opened.has(name) ? (short === 1 ? 16 : headBytes) : size
      }
      rest = skip > 0 || boxes > mostBoxes ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at))
    },
  }
}
