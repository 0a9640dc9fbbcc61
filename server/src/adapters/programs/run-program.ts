import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants as files } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'

/** What a program may use. */
export type ProgramLimits = {
  memoryBytes: number
  cpuSeconds: number
  seconds: number
  /** seconds without output after which it counts as hanging */
  silentSeconds?: number
  /** of each file that it writes */
  fileBytes?: number
}

export type ProgramOptions = {
  limits: ProgramLimits
  /** added to the priority: 0 to 19, 19 is the lowest */
  nice?: number
  /** bytes of output that are kept; a program that writes more is ended */
  maxOutput?: number
  onOutput?: (text: string) => void
  signal?: AbortSignal | undefined
  /** where it works */
  folder?: string
}

/**
 * `slow` after its time or its CPU seconds, `noisy` after too much output, `killed` by someone else, as for want of memory, `missing` when it
 * could not be started; else `done` or `failed` by its exit code.
 */
export type ProgramEnd = {
  end: 'done' | 'failed' | 'slow' | 'noisy' | 'killed' | 'missing'
  output: Buffer
  errors: string
}

/** Whether a program can be started, by its path or by its name on `PATH`. Starting one to see takes up to a tenth of a second. */
export function isInstalled(program: string): boolean {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), files.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Characters of its errors that are kept: the last ones. */
const maxErrors = 8000

/**
 * Sets the limits, and starts the program in a process group of its own. When the pipe on the standard input closes, because this process
 * is gone, the program is killed.
 */
const guard = `
ulimit -c 0; ulimit -v "$MEMORY_KB" 2>/dev/null; ulimit -S -t "$CPU_SECONDS" 2>/dev/null; ulimit -H -t "$((CPU_SECONDS + 5))" 2>/dev/null; ulimit -f "$FILE_BLOCKS" 2>/dev/null
exec 3<&0
nice -n "$NICE" "$0" "$@" </dev/null 3<&- &
program=$!
{ read -r _ <&3; kill -KILL "$program"; } >/dev/null 2>&1 &
watch=$!
wait "$program"; code=$?
kill -KILL "$watch" 2>/dev/null
exit "$code"`

/** What the exit code of the shell says: 128 and the signal, 125 to 127 of `nice` and 2 of the shell where nothing was started. */
function endOf(code: number | null): ProgramEnd['end'] {
  if (code === 0) return 'done'
  if (code === 128 + constants.signals.SIGXCPU) return 'slow'
  if (code === 128 + constants.signals.SIGKILL) return 'killed'
  return code === null || code === 2 || (code >= 125 && code <= 127) ? 'missing' : 'failed'
}

/**
 * Runs a program with limits, an empty environment and no input. Whatever happens, all its processes have ended when it resolves. Rejects
 * only with the reason of `signal`.
 */
export async function runProgram(program: string, args: string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { limits, nice = 0, maxOutput = 4 * 1024 ** 2, onOutput, signal, folder } = options
  signal?.throwIfAborted()
  const env = {
    PATH: process.env.PATH ?? '',
    MALLOC_ARENA_MAX: '2',
    MEMORY_KB: String(Math.ceil(limits.memoryBytes / 1024)),
    CPU_SECONDS: String(Math.ceil(limits.cpuSeconds)),
    // blocks of 512 bytes
    FILE_BLOCKS: limits.fileBytes === undefined ? 'unlimited' : String(Math.ceil(limits.fileBytes / 512)),
    NICE: String(nice),
  }
  const windows = process.platform === 'win32'
  const child = windows
    ? spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, windowsHide: true })
    : spawn('/bin/sh', ['-c', guard, program, ...args], {
        stdio: ['pipe', 'pipe', 'pipe'],
        cwd: folder,
        env,
        detached: true,
      })
  let end: ProgramEnd['end'] | undefined
  const kill = (): void => killGroup(child)
  const stop = (why: ProgramEnd['end']): void => {
    end ??= why
    kill()
  }
  const exited = once(child, 'close').catch(() => [null])
  child.stdin?.on('error', () => {})
  const timer = setTimeout(() => stop('slow'), limits.seconds * 1000)
  let silence: NodeJS.Timeout | undefined
  const listen = (): void => {
    clearTimeout(silence)
    if (limits.silentSeconds !== undefined) silence = setTimeout(() => stop('slow'), limits.silentSeconds * 1000)
  }
  listen()
  const chunks: Buffer[] = []
  let bytes = 0
  let errors = ''
  const { stdout, stderr } = child as { stdout: Readable; stderr: Readable } // both are pipes
  stdout.on('data', (chunk: Buffer) => {
    listen()
    if (onOutput) return onOutput(chunk.toString())
    bytes += chunk.length
    if (bytes > maxOutput) stop('noisy')
    else chunks.push(chunk)
  })
  stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-maxErrors)
  })
  signal?.addEventListener('abort', kill)
  try {
    const [code] = await exited
    signal?.throwIfAborted()
    return { end: end ?? endOf(code), output: Buffer.concat(chunks), errors }
  } finally {
    clearTimeout(timer)
    clearTimeout(silence)
    signal?.removeEventListener('abort', kill)
    child.stdin?.destroy()
  }
}

/** Kills the shell and the program. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // all have ended
  }
}
