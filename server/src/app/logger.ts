import { type DestinationStream, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import type { Config } from './config.ts'

/** Bytes that are collected before a write; the rest follows once a second and at the end of the process. */
const bufferBytes = 16_000

/** Longest text in a log line, in characters; stacks of errors are the longest that help. */
const maxTextLength = 4000

const bounded = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value,
    ]),
  )

/** Structured logs, one JSON object a line; readable ones on a terminal. Cookies and secrets never reach them. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>) {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
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
    return pino(options, pretty as unknown as DestinationStream) // a stream of its own kind, as pino's documentation uses it
  }
  const destination = pino.destination({ sync: false, minLength: bufferBytes })
  setInterval(() => destination.flush(), 1000).unref()
  process.on('exit', () => destination.flushSync())
  return pino(options, destination)
}
