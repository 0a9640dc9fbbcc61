import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { CustomSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { longestVideoSeconds } from './rules.ts'

/** One read, and all of them: an index of hours of video takes a few megabytes. */
const maxReadBytes = 64 * 1024 ** 2
const maxTotalBytes = 256 * 1024 ** 2

/** Length in seconds as the file tells it; where it does not, as its last pictures and sounds do. */
async function measure(path: string): Promise<number | null> {
  const file = await open(path, 'r')
  let total = 0
  const source = new CustomSource({
    getSize: async () => (await file.stat()).size,
    async read(start, end) {
      const length = end - start
      total += length
      if (length > maxReadBytes || total > maxTotalBytes) throw new Error('too much to read')
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    },
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => {},
  })
  const input = new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source })
  const tracks = await input.getVideoTracks()
  if (tracks.length === 0) return null
  return (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
}

const seconds = await measure(String(workerData)).catch(() => null)
const known = seconds !== null && seconds > 0 && seconds <= longestVideoSeconds
parentPort?.postMessage(known ? Math.max(1, Math.round(seconds)) : null)
