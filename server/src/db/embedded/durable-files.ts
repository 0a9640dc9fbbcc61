import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What Emscripten hands to the fsync callback: `nfd` is the descriptor of the real file or folder. */
export type OpenStream = { nfd: number; node: { name: string } }
type StreamOperations = { fsync?: (stream: OpenStream) => number }
type InitOptions = Parameters<NodeFS['init']>[1]

const EIO = 29

/**
 * The folder of PostgreSQL files, with the one thing that PGlite's own leaves out: fsync. Without it PostgreSQL believes that
 * it has written a commit to the disk while the commit is still in the memory of the operating system.
 */
export class DurableFiles extends NodeFS {
  /** how many fsync calls succeeded since the start: the probe at the start looks at it */
  syncs = 0
  /** called when PostgreSQL gave up; the module must not run again after it */
  onAbort: (() => void) | undefined

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
    const { FS } = module as { FS: { lookupPath(path: string): { node: { mount: { type: unknown } } } } }
    const { type } = FS.lookupPath('/pglite/data').node.mount
    const { stream_ops } = type as { stream_ops: StreamOperations }
    stream_ops.fsync = (stream) => {
      try {
        this.sync(stream)
        this.syncs++
        return 0
      } catch {
        return EIO
      }
    }
  }
}
