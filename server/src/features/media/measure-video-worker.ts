import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { CustomSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { silence } from '#core/silence.ts'

/** A local file, or an address that answers ranges. */
export type MeasuredSource = { path: string } | { url: string; bytes: number }

/** Longer durations than this are taken for wrong. */
const longestVideoSeconds = 24 * 3600
/** Limits of one read and of all reads: the index of hours of video takes a few megabytes. */
const maxReadBytes = 64 * 1024 ** 2
const maxTotalBytes = 256 * 1024 ** 2

type Bytes = {
  size: () => Promise<number>
  read: (start: number, end: number) => Promise<Uint8Array>
  close: () => Promise<void>
}

async function openFile(path: string): Promise<Bytes> {
  const file = await open(path, 'r')
  return {
    size: async () => (await file.stat()).size,
    async read(start, end) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

/** Reads ranges of what the media store gives out at an address. */
function openAddress(url: string, bytes: number): Bytes {
  const closed = new AbortController()
  return {
    size: async () => bytes,
    async read(start, end) {
      const headers = { range: `bytes=${start}-${end - 1}` }
      const answer = await fetch(url, { headers, signal: closed.signal })
      if (answer.status !== 206) throw new Error(`the media store answered ${answer.status} to a range`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    close: async () => closed.abort(),
  }
}

/** Returns the duration in seconds from the metadata of the file, else from its last frames. */
async function measure(from: MeasuredSource): Promise<number | null> {
  const bytes = 'path' in from ? await openFile(from.path) : openAddress(from.url, from.bytes)
  let total = 0
  const source = new CustomSource({
    getSize: bytes.size,
    async read(start, end) {
      const length = end - start
      total += length
      if (length > maxReadBytes || total > maxTotalBytes) throw new Error('too much to read')
      return bytes.read(start, end)
    },
    dispose: bytes.close,
    prefetchProfile: 'path' in from ? 'fileSystem' : 'network',
    handleUnhandledError: () => {},
  })
  const input = new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source })
  try {
    const tracks = await input.getVideoTracks()
    if (tracks.length === 0) return null
    return (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  } finally {
    input.dispose()
  }
}

silence()
// One video at a time: the pool of measure-video.ts sends the next one after the answer.
parentPort?.on('message', async (source: MeasuredSource) => {
  const seconds = await measure(source).catch(() => null)
  const known = seconds !== null && seconds > 0 && seconds <= longestVideoSeconds
  parentPort?.postMessage(known ? Math.max(1, Math.round(seconds)) : null)
})
