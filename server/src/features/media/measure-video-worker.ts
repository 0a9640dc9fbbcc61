import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { CustomSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

/** Longer durations than this are taken for wrong. */
const longestVideoSeconds = 24 * 3600
/** Limits of one read and of all reads: the index of hours of video takes a few megabytes. */
const maxReadBytes = 64 * 1024 ** 2
const maxTotalBytes = 256 * 1024 ** 2

/** Returns the duration in seconds from the metadata of the file, else from its last frames. */
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
