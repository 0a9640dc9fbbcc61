import { type DestinationStream, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { workFields } from '#core/current-work.ts'
import type { Config } from './config.ts'

/** Bytes that are buffered before a write; the buffer is also flushed once a second and at the end of the process. */
const bufferBytes = 16_000

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

/** Creates the logger: one JSON object for each line, readable text on a terminal. Cookies and secrets are removed. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>) {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    mixin: workFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: bounded },
    serializers: { err: (error: Error) => bounded(pino.stdSerializers.err(error)) },
    redact: {
      paths: ['*.password', '*.token', '*.signature', 'headers.cookie', 'headers.authorization'],
      remove: true,
    },
  }
  if (process.stdout.isTTY) {
    const pretty = PinoPretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' })
    return pino(options, pretty as unknown as DestinationStream) // as in pino's documentation
  }
  const destination = pino.destination({ sync: false, minLength: bufferBytes })
  setInterval(() => destination.flush(), 1000).unref()
  process.on('exit', () => destination.flushSync())
  return pino(options, destination)
}
