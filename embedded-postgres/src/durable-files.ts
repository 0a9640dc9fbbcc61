import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What Emscripten hands to the fsync callback: `nfd` is the descriptor of the real file or folder. */
export type OpenStream = { nfd: number; node: { name: string } }
type Operations = Record<string, (...given: unknown[]) => unknown>
type MountedType = {
  stream_ops: Operations & { fsync?: (stream: OpenStream) => number }
  node_ops: Operations
}
type InitOptions = Parameters<NodeFS['init']>[1]

/** All operations by which anything in the folder changes; a name that is missing stops the start. */
const changing = {
  stream_ops: ['write', 'setattr'],
  node_ops: ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'],
} as const

const EIO = 29

/**
 * The folder of PostgreSQL files, with the one thing that PGlite's own leaves out: fsync. Without it PostgreSQL believes that
 * it has written a commit to the disk while the commit is still in the memory of the operating system.
 */
export class DurableFiles extends NodeFS {
  /** how many fsync calls reached the disk since the start: the probe at the start looks at it */
  syncs = 0
  /** called when PostgreSQL gave up; the module must not run again after it */
  onAbort: (() => void) | undefined
  /** What was synced since the last change of anything: it need not be again. Recovery syncs each of a thousand files twice. */
  readonly #synced = new Set<object>()

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: object) => this.#installSync(module)]
    const onAbort = () => this.onAbort?.()
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } }
  }

  /** Forces one open file or folder to the disk; throws when the disk refuses. */
  protected sync(stream: OpenStream): void {
    fsyncSync(stream.nfd)
  }

  /** Runs as the last step before the module starts, when the folder is mounted: its type is what every stream asks for operations. */
  #installSync(module: object): void {
    // The published types leave out the file system's inner objects; a change of them throws here, at the start.
    const { FS } = module as { FS: { lookupPath(path: string): { node: { mount: { type: MountedType } } } } }
    const { type } = FS.lookupPath('/pglite/data').node.mount
    for (const name of changing.stream_ops) this.#watch(type.stream_ops, name)
    for (const name of changing.node_ops) this.#watch(type.node_ops, name)
    type.stream_ops.fsync = (stream) => {
      try {
        if (this.#synced.has(stream.node)) return 0
        this.sync(stream)
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
      return change(...given)
    }
  }
}
