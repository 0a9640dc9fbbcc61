import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants as files } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Limits of a program's resources. */
export type ProgramLimits = {
  /** of addresses, of which some programs take far more than they use */
  memoryBytes: number
  /** of private memory that is written to; by default only the addresses are limited */
  dataBytes?: number
  cpuSeconds: number
  seconds: number
  /** seconds without output after which it is considered hanging */
  silentSeconds?: number
  /** maximum size of each file that it writes */
  fileBytes?: number
}

export type ProgramOptions = {
  limits: ProgramLimits
  /** nice value: 0 to 19, 19 is the lowest priority */
  nice?: number
  /** maximum bytes of output; a program that writes more is ended */
  maxOutput?: number
  onOutput?: (text: string) => void
  signal?: AbortSignal | undefined
  /** working directory */
  folder?: string
}

/**
 * `slow`: exceeded its time or CPU seconds; `noisy`: wrote too much output; `killed`: by someone else, such as the system when out of
 * memory; `missing`: could not be started; else `done` or `failed` by its exit code.
 */
export type ProgramEnd = {
  end: 'done' | 'failed' | 'slow' | 'noisy' | 'killed' | 'missing'
  output: Buffer
  errors: string
}

/** Whether a program is installed, by its path or by its name on `PATH`. Faster than starting it, which takes up to a tenth of a second. */
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

/** Number of characters of its error output that are kept, from the end. */
const maxErrors = 8000

/**
 * Shell script that sets the limits and starts the program in its own process group. When the pipe on standard input closes, because this
 * process is gone, the program is killed.
 */
const guard = `
ulimit -c 0; ulimit -v "$MEMORY_KB" 2>/dev/null; ulimit -d "$DATA_KB" 2>/dev/null; ulimit -S -t "$CPU_SECONDS" 2>/dev/null; ulimit -H -t "$((CPU_SECONDS + 5))" 2>/dev/null; ulimit -f "$FILE_BLOCKS" 2>/dev/null
exec 3<&0
nice -n "$NICE" "$0" "$@" </dev/null 3<&- &
program=$!
{ read -r _ <&3; kill -KILL "$program"; } >/dev/null 2>&1 &
watch=$!
wait "$program"; code=$?
kill -KILL "$watch" 2>/dev/null
exit "$code"`

/** Interprets the exit code of the shell: 128 plus the signal; 125 to 127 from `nice`, or 2 from the shell, if nothing was started. */
function endOf(code: number | null): ProgramEnd['end'] {
  if (code === 0) return 'done'
  if (code === 128 + constants.signals.SIGXCPU) return 'slow'
  if (code === 128 + constants.signals.SIGKILL) return 'killed'
  return code === null || code === 2 || (code >= 125 && code <= 127) ? 'missing' : 'failed'
}

/**
 * Runs a program with limits, an empty environment and no input. All its processes have ended in any case when it resolves. Rejects only
 * with the reason of `signal`.
 */
export async function runProgram(program: string, args: string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { limits, nice = 0, maxOutput = 4 * 1024 ** 2, onOutput, signal, folder } = options
  signal?.throwIfAborted()
  const env = {
    PATH: process.env.PATH ?? '',
    MALLOC_ARENA_MAX: '2',
    MEMORY_KB: String(Math.ceil(limits.memoryBytes / 1024)),
    DATA_KB: limits.dataBytes === undefined ? 'unlimited' : String(Math.ceil(limits.dataBytes / 1024)),
    CPU_SECONDS: String(Math.ceil(limits.cpuSeconds)),
    // in blocks of 512 bytes
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
    // all processes have already ended
  }
}
