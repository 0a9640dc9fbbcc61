/**
 * Converts one image in a process of its own, which is all that a hostile file can take down. CommonJS, because stripping types costs 20
 * MB.
 *
 * stdin: one line of JSON, `{ path | bytes, limits, widths, formats, … }` or `{ bytes, draws }`, then `bytes` bytes; it stays open while the result is wanted.
 * stdout: one line of JSON, then the files.
 */
// The real path, because the program may read the folder of installed packages, but not symbolic links to it.
const sharp = require(process.argv[2])

const startedBy = process.stdin
// Called when the parent has ended or does not want the result any more. Not `exit`, which waits for the decoding thread.
const end = () => process.kill(process.pid, 'SIGKILL')

sharp.cache(false)
sharp.concurrency(1)
// Only the formats of the contract can be decoded, whatever the first bytes of a file claim.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

/** Returns the name of the limit of an image; undefined for a format that is not accepted. */
function limitOf({ format, isProgressive, chromaSubsampling, space, depth, bitsPerSample, hasAlpha, compression }) {
  switch (format) {
    case 'jpeg':
      if (!isProgressive) return 'jpeg'
      if (space === 'cmyk') return 'jpeg-progressive-cmyk'
      return chromaSubsampling === '4:2:0' || space === 'b-w' ? 'jpeg-progressive' : 'jpeg-progressive-444'
    case 'png':
      return `png${isProgressive ? '-interlaced' : ''}${depth === 'uchar' ? '' : '-16'}`
    case 'webp':
    case 'gif':
      return format
    case 'heif':
      if (compression !== 'av1') return undefined
      return bitsPerSample > 8 || depth !== 'uchar' || hasAlpha ? 'avif-deep' : 'avif'
  }
}

/** Returns the size that fits into a width, a height and an area; never larger than the image. */
function fittingWidth(width, height, { maxWidth, maxHeight, maxArea }) {
  const scale = Math.min(1, maxWidth / width, maxHeight / height, Math.sqrt(maxArea / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), fit: 'fill' }
}

/** Decodes to upright pixels of the largest size in sRGB, without metadata. Rotated after resizing, which needs less memory. */
async function decode(input, job) {
  const found = await sharp(input, { limitInputPixels: false }).metadata()
  const name = limitOf(found)
  if (!name) return { fault: 'unreadable' }
  const { kind, megapixels, width: widest } = job.limits[name]
  const { width, height, orientation = 1 } = found
  if (width * height > megapixels * 1e6 || width > widest)
    return { fault: 'too_large', kind, maxMegapixels: megapixels, maxWidth: widest }
  const lies = orientation >= 5
  const [upWidth, upHeight] = lies ? [height, width] : [width, height]
  const largest = Math.max(...job.widths)
  const upright = fittingWidth(upWidth, upHeight, {
    maxWidth: largest,
    maxHeight: largest * job.maxHeightRatio,
    maxArea: job.maxArea,
  })
  const size = lies ? { ...upright, width: upright.height, height: upright.width } : upright
  const small = await sharp(input, { failOn: 'error', limitInputPixels: Math.ceil(megapixels * 1e6) })
    .resize(size)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (orientation === 1) return small
  const raw = { width: small.info.width, height: small.info.height, channels: small.info.channels }
  // EXIF 2.32, 4.6.4.A: 2, 4, 5 and 7 are mirrored first, then turned clockwise.
  const angle = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0
  return sharp(small.data, { raw })
    .flop([2, 4, 5, 7].includes(orientation))
    .rotate(angle)
    .raw()
    .toBuffer({ resolveWithObject: true })
}

const encode = (image, format) =>
  // 4:2:0 and effort 2 need half of the memory of the defaults, for files of the same size.
  format === 'avif'
    ? image.avif({ quality: 55, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    : image.webp({ quality: 80, effort: 4 }).toBuffer()

async function convert(input, job) {
  const pixels = await decode(input, job)
  if ('fault' in pixels) return { answer: pixels, files: [] }
  const { width, height, channels } = pixels.info
  const files = []
  for (const wanted of job.widths) {
    const size = fittingWidth(width, height, {
      maxWidth: wanted,
      maxHeight: wanted * job.maxHeightRatio,
      maxArea: job.maxArea,
    })
    for (const format of job.formats) {
      const image = sharp(pixels.data, { raw: { width, height, channels } }).resize(size)
      files.push({ width: wanted, format, bytes: await encode(image, format) })
    }
  }
  const list = files.map(({ width: of, format, bytes }) => ({ width: of, format, bytes: bytes.length }))
  return { answer: { width, height, files: list }, files: files.map(({ bytes }) => bytes) }
}

/** Draws a picture of our own: no other job decodes SVG. */
async function draw(input) {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const bytes = await sharp(input).png({ compressionLevel: 9, palette: true }).toBuffer()
  return { answer: { bytes: bytes.length }, files: [bytes] }
}

const faultOf = (error) =>
  /memory|allocat/i.test(error.message) ? { fault: 'too_demanding' } : { fault: 'unreadable', reason: error.message }

async function answer(job, input) {
  setInterval(() => process.memoryUsage.rss() > job.maxRssBytes && end(), 20).unref()
  const work = job.draws ? draw(input) : convert(input, job)
  const { answer: head, files } = await work.catch((error) => ({ answer: faultOf(error), files: [] }))
  process.stdout.write(`${JSON.stringify(head)}\n`)
  for (const bytes of files) process.stdout.write(bytes)
  process.stdout.end(end)
}

let received = Buffer.alloc(0)
let job
startedBy.on('data', (chunk) => {
  received = Buffer.concat([received, chunk])
  if (!job) {
    const line = received.indexOf(10)
    if (line === -1) return
    job = JSON.parse(received.subarray(0, line).toString())
    received = received.subarray(line + 1)
    if ('path' in job) return void answer(job, job.path)
  }
  if (received.length === job.bytes) void answer(job, received)
})
startedBy.on('end', end)
startedBy.on('error', end)
