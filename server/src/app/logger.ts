import { type DestinationStream, pino } from 'pino'
import { workFields } from '#core/current-work.ts'
import type { Config } from './config/config.ts'

/** Characters that are buffered before a write; the buffer is also written once a second and at the end of the process. */
const bufferLength = 16_000

/** Maximum length of a text in a log line in characters, enough for stack traces. */
const maxTextLength = 4000

const isTooLong = (value: unknown): value is string => typeof value === 'string' && value.length > maxTextLength

/** Cuts long texts. Nearly every line has none, and is not copied. */
const bounded = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.values(fields).some(isTooLong)
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          isTooLong(value) ? `${value.slice(0, maxTextLength)}…` : value,
        ]),
      )
    : fields

/**
 * Returns the destination of log lines on standard output. It joins lines itself, because the stream of pino measures and encodes each one.
 * A fatal line and the end of the process flush the buffer. Writes are synchronous: an asynchronous one would be lost at exit, and a slow
 * reader would make them pile up in memory.
 */
function bufferedOutput(): DestinationStream & { flush(done: (error?: Error) => void): void; flushSync(): void } {
  const destination = pino.destination({ sync: true })
  let lines = ''
  const pass = (): void => {
    if (lines !== '') destination.write(lines)
    lines = ''
  }
  const output = {
    write(line: string): void {
      lines += line
      if (lines.length >= bufferLength) pass()
    },
    flush(done: (error?: Error) => void): void {
      pass()
      destination.flush(done)
    },
    flushSync(): void {
      pass()
      destination.flushSync()
    },
  }
  setInterval(pass, 1000).unref()
  process.on('exit', output.flushSync)
  return output
}

let lastMs = 0
let lastTime = ''
/** The time field of a line. The lines of one millisecond share it, since formatting takes longer than the rest of a short line. */
function timeField(): string {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastTime = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTime
}

/** Creates the logger: one JSON object for each line, readable text on a terminal. Cookies and secrets are removed. */
export async function createLogger(config: Pick<Config, 'LOG_LEVEL'>) {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    mixin: workFields,
    timestamp: timeField,
    formatters: { log: bounded },
    serializers: { err: (error: Error) => bounded(pino.stdSerializers.err(error)) },
    redact: {
      paths: ['*.password', '*.token', '*.signature', 'headers.cookie', 'headers.authorization'],
      remove: true,
    },
  }
  if (process.stdout.isTTY) {
    const { PinoPretty } = await import('pino-pretty')
    const pretty = PinoPretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' })
    return pino(options, pretty as unknown as DestinationStream) // as in pino's documentation
  }
  return pino(options, bufferedOutput())
}
