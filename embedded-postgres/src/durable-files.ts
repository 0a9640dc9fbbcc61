import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Running } from './sessions/progress.ts'

/** Argument of the fsync callback of Emscripten: `nfd` is the descriptor of the real file or folder. */
export type OpenStream = { nfd: number; node: { name: string } }
type Operations = Record<string, (...given: unknown[]) => unknown>
type MountedType = {
  stream_ops: Operations & { fsync?: (stream: OpenStream) => number }
  node_ops: Operations
}
type InitOptions = Parameters<NodeFS['init']>[1]

/** All operations that change the folder; a missing one stops the start. */
const changing = {
  stream_ops: ['write', 'setattr'],
  node_ops: ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'],
} as const

const EIO = 29

/**
 * The folder of PostgreSQL files with fsync, which PGlite's own file system lacks. Without it, acknowledged commits may still be in the
 * memory of the operating system only.
 */
export class DurableFiles extends NodeFS {
  /** number of fsync calls that reached the disk; checked by the probe at the start */
  syncs = 0
  /** counts the calls of the disk, so that a slow one is told from a stuck one */
  running: Running | undefined
  /** called when PostgreSQL has aborted; the module must not run again */
  onAbort: (() => void) | undefined
  /** Files that were synced since the last change of any file: they need no further sync. Recovery syncs a thousand files twice. */
  readonly #synced = new Set<object>()

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: object) => this.#installSync(module)]
    const onAbort = () => this.onAbort?.()
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } }
  }

  /** Syncs an open file or folder to the disk; throws when the disk fails. */
  protected sync(stream: OpenStream): void {
    fsyncSync(stream.nfd)
  }

  /** Runs before the module starts, when the folder is mounted, and replaces operations of the mounted file system. */
  #installSync(module: object): void {
    // The published types lack these internal objects; if they change, this throws at the start.
    const { FS } = module as { FS: { lookupPath(path: string): { node: { mount: { type: MountedType } } } } }
    const { type } = FS.lookupPath('/pglite/data').node.mount
    for (const name of changing.stream_ops) this.#watch(type.stream_ops, name)
    for (const name of changing.node_ops) this.#watch(type.node_ops, name)
    const { read } = type.stream_ops
    if (!read) throw new Error("PGlite's file system has no operation read")
    type.stream_ops.read = (...given) => this.#onDisk(() => read(...given))
    type.stream_ops.fsync = (stream) => {
      try {
        if (this.#synced.has(stream.node)) return 0
        this.#onDisk(() => this.sync(stream))
        this.#synced.add(stream.node)
        this.syncs++
        return 0
      } catch {
        return EIO
      }
    }
  }

  #watch(operations: Operations, name: string): void {
    const change = operations[name]
    if (!change) throw new Error(`PGlite's file system has no operation ${name}`)
    operations[name] = (...given) => {
      this.#synced.clear()
      return this.#onDisk(() => change(...given))
    }
  }

  #onDisk<T>(call: () => T): T {
    return this.running ? this.running.onDisk(call) : call()
  }
}
