import type { ListenAt } from './sessions/serve-sessions.ts'

export type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, details?: object) => void

export type ServeTask = {
  kind: 'serve'
  cluster: string
  listenAt: ListenAt
  password: string | undefined
  durable: boolean
  queryLimitMs: number
  maintenanceMs: number
  /** limit of the opening of the files, which recovers them after a power cut */
  openLimitMs: number
  /** memory of `Running` */
  running: Int32Array<SharedArrayBuffer>
  /** for tests: path of a module whose `openFiles(cluster)` returns the DurableFiles to use */
  filesModule: string | undefined
}
/** Task of a worker. */
export type WorkerTask = { kind: 'create'; dataDir: string } | ServeTask

/** Messages of the worker. `broken` is the last one: it waits until it is terminated. */
export type FromWorker =
  | { kind: 'log'; level: LogLevel; message: string; details?: object }
  | { kind: 'listening'; port: number }
  | { kind: 'ready' }
  | { kind: 'created' }
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; reason: string }
  | { kind: 'closed' }
  | { kind: 'copied'; to: string; error?: string }

/** Messages to the worker: open the files, after the last owner has released them; copy them, while it serves; shut down. */
export type ToWorker = 'open' | 'close' | { copyTo: string }
