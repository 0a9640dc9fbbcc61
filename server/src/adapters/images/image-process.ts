import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { imageFormats, imageWidths } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Conversion, Images } from '#ports/images.ts'
import { imageLimits, maxCpuSeconds, maxDataKb, maxRssBytes, maxSeconds } from './image-limits.ts'

/** Maximum ratio of height to width; taller images are scaled down. */
const maxHeightRatio = 3
/** Maximum number of pixels of the largest size; the AVIF encoder needs about 27 bytes for each. */
const maxArea = 1280 * 1280
/** Maximum bytes of all sizes of an image; real images need much less. */
const maxResultBytes = 24 * 1024 ** 2

const Result = z.union([
  z.object({
    width: z.int().positive(),
    height: z.int().positive(),
    files: z.array(z.object({ width: z.int(), format: z.enum(imageFormats), bytes: z.int().nonnegative() })),
  }),
  z.object({ fault: z.literal('too_large'), kind: z.string(), maxMegapixels: z.number(), maxWidth: z.number() }),
  z.object({ fault: z.literal('too_demanding') }),
  z.object({ fault: z.literal('unreadable') }),
])

const Drawn = z.object({ bytes: z.int().positive() })

type Program = ChildProcess & { stdin: Writable; stdout: Readable }

const program = join(import.meta.dirname, 'convert-image.cjs')
const library = createRequire(import.meta.url).resolve('sharp')
/** The folder of installed packages, which the program may read. */
const packages = library.slice(0, library.lastIndexOf(`node_modules${sep}`) + `node_modules${sep}`.length)

/**
 * Starts the program that converts one image, without the environment of this process, with file access for the decoder only, and with
 * limits of memory and CPU time. A shell sets the limits and is replaced by the program, so there is one process to end.
 */
function startProgram(): Program {
  const flags = [
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${program}`,
    `--allow-fs-read=${packages}`,
    // Without JIT and with small heaps the program needs little memory of its own.
    '--jitless',
    '--v8-pool-size=1',
    '--max-semi-space-size=1',
    '--max-old-space-size=64',
  ]
  const args = [...flags, program, library]
  const limits = `ulimit -s 1024; ulimit -d ${maxDataKb}; ulimit -t ${maxCpuSeconds}; ulimit -c 0; exec "$0" "$@"`
  const [file, given] =
    process.platform === 'win32' ? [process.execPath, args] : ['/bin/sh', ['-c', limits, process.execPath, ...args]]
  const child = spawn(file, given, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' },
    windowsHide: true,
  }) as Program // both streams are pipes
  // The program may end at any time, which closes its streams.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  return child
}

const exitOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

const ended = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  if (child.pid !== undefined) await exitOf(child)
}

/** Returns the output of the program, or null when it is too long. */
async function outputOf(child: Program): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxResultBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parse(output: Buffer | null): Conversion {
  const line = output?.indexOf(10) ?? -1
  if (!output || line === -1) return { fault: 'too_demanding' }
  const result = Result.parse(JSON.parse(output.subarray(0, line).toString()))
  if ('fault' in result) return result
  let at = line + 1
  const files = result.files.map(({ width, format, bytes }) => {
    const start = at
    at += bytes
    return { width, format, bytes: output.subarray(start, at) }
  })
  return at === output.length ? { image: { ...result, files } } : { fault: 'too_demanding' }
}

/**
 * Converts images with sharp, each in its own process, which is killed when it takes too long or too much memory, or when the call is
 * aborted. For `readyMs` after an image, an idle process of 23 MB waits for the next one, which saves about 100 ms.
 */
export function imageProcess({ readyMs = 300_000 } = {}): Images {
  const running = new Set<Program>()
  let ready: Program | undefined
  let readyEnds: NodeJS.Timeout | undefined
  let closed = false
  const prepare = (): void => {
    if (closed || ready || running.size > 0) return
    const child = startProgram()
    child.once('exit', () => {
      if (ready === child) ready = undefined
    })
    // The waiting process does not keep this one alive.
    child.unref()
    ready = child
    readyEnds = setTimeout(() => {
      // before its exit is reported, so that an image that arrives now does not wait for a dead process
      if (ready === child) ready = undefined
      child.kill('SIGKILL')
    }, readyMs).unref()
  }
  /** Runs one job; null when the program was ended, or its result is too large. */
  const run = async (job: object, bytes: Uint8Array | null, signal?: AbortSignal): Promise<Buffer | null> => {
    signal?.throwIfAborted()
    const child = ready ?? startProgram()
    ready = undefined
    clearTimeout(readyEnds)
    child.ref()
    running.add(child)
    const kill = (): void => void child.kill('SIGKILL')
    const timer = setTimeout(kill, maxSeconds * 1000)
    signal?.addEventListener('abort', kill)
    try {
      // stdin stays open, because closing it ends the program.
      child.stdin.write(`${JSON.stringify({ ...job, maxRssBytes, ...(bytes && { bytes: bytes.length }) })}\n`)
      if (bytes) child.stdin.write(bytes)
      const output = await outputOf(child).catch(() => null)
      signal?.throwIfAborted()
      // A bad file makes it end by a signal; exit code 1 means that the installation is broken.
      if (output?.length === 0 && (await exitOf(child)) === 1)
        throw new Error('the program that converts images failed')
      return output
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      await ended(child)
      running.delete(child)
      if (!signal?.aborted) prepare()
    }
  }
  return {
    async convert(source, signal) {
      const job = { limits: imageLimits, widths: imageWidths, formats: imageFormats, maxHeightRatio, maxArea }
      return 'path' in source
        ? parse(await run({ ...job, path: source.path }, null, signal))
        : parse(await run(job, source.bytes, signal))
    },
    async draw(picture, signal) {
      const output = await run({ draws: true }, picture, signal)
      const line = output?.indexOf(10) ?? -1
      const head = output && line >= 0 ? Drawn.safeParse(JSON.parse(output.subarray(0, line).toString())) : undefined
      const bytes = output?.subarray(line + 1)
      if (!head?.success || bytes?.length !== head.data.bytes) throw new Error('A picture could not be drawn')
      return bytes
    },
    async close() {
      closed = true
      clearTimeout(readyEnds)
      const all = [...running, ...(ready ? [ready] : [])]
      // so that its end is waited for
      ready?.ref()
      ready = undefined
      await Promise.all(all.map(ended))
    },
  }
}
