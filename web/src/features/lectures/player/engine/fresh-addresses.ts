import Hls, {
  type FragmentLoaderContext,
  type HlsConfig,
  type Loader,
  type LoaderCallbacks,
  type LoaderConfiguration,
} from 'hls.js/light'

/** The statuses with which an address that was valid once is refused: its token is old, or the file is gone. */
const isStale = (status: number): boolean => [401, 403, 404, 410].includes(status)

/** An address without its token. */
const fileOf = (address: string): string => address.split('?')[0] ?? address

/** Why bytes cannot be had: the playlist itself was refused with this status, or it names another file now. */
export type Stale = { status: number }

/**
 * Addresses of bytes carry short-lived tokens that a playlist gives out, and hls.js reads the playlist of a video once. When an
 * address is refused, its playlist is read again, and the request is sent again with the new token: nothing is seen of it.
 */
export class FreshAddresses {
  private readonly known = new Map<string, string>()
  private readonly reading = new Map<string, Promise<Stale | null>>()

  current(address: string): string {
    return this.known.get(fileOf(address)) ?? address
  }

  /** Reads the playlist that named this address again. Resolves to null when the file has a new address. */
  renew(address: string, playlist: string): Promise<Stale | null> {
    const running = this.reading.get(playlist)
    if (running) return running
    const reading = this.read(address, playlist).finally(() => this.reading.delete(playlist))
    this.reading.set(playlist, reading)
    return reading
  }

  private async read(address: string, playlist: string): Promise<Stale | null> {
    const response = await fetch(playlist, { credentials: 'include' })
    if (!response.ok) return { status: response.status }
    const text = await response.text()
    const named = /^#EXT-X-MAP:.*URI="([^"]+)"/m.exec(text)?.[1] ?? /^[^#\s].*$/m.exec(text)?.[0]
    const fresh = new URL(named ?? '', playlist).href
    // the video was replaced: its stream is another one now
    if (fileOf(fresh) !== fileOf(address)) return { status: 404 }
    this.known.set(fileOf(address), fresh)
    return null
  }
}

type Context = FragmentLoaderContext
type Callbacks = LoaderCallbacks<Context>

/** Returns the loader of hls.js for bytes, which renews stale addresses once a request. */
export function freshLoader(addresses: FreshAddresses, stale: (why: Stale) => void): NonNullable<HlsConfig['fLoader']> {
  return class FreshLoader implements Loader<Context> {
    context: Context | null = null
    private readonly config: HlsConfig
    private inner: Loader<Context>
    private destroyed = false

    constructor(config: HlsConfig) {
      this.config = config
      this.inner = this.create()
    }

    private create(): Loader<Context> {
      // the loader of hls.js takes any context, and is typed for all of them
      return new Hls.DefaultConfig.loader(this.config) as unknown as Loader<Context>
    }

    get stats() {
      return this.inner.stats
    }

    load(context: Context, config: LoaderConfiguration, callbacks: Callbacks): void {
      this.context = context
      const send = () => this.inner.load({ ...context, url: addresses.current(context.url) }, config, retrying)
      let renewed = false
      const retrying: Callbacks = {
        ...callbacks,
        onError: (error, sent, details, stats) => {
          // refused although its address is new: there is no such file
          if (renewed && isStale(error.code)) stale({ status: 404 })
          if (this.destroyed) return
          if (renewed || !isStale(error.code)) return callbacks.onError(error, sent, details, stats)
          renewed = true
          addresses.renew(context.url, context.frag.baseurl).then(
            (why) => {
              if (this.destroyed) return
              if (why) {
                stale(why)
                // an error of access ends the stream; a busy server is asked again as for any request
                if (!this.destroyed) callbacks.onError({ ...error, code: why.status }, sent, details, stats)
                return
              }
              this.inner.destroy()
              this.inner = this.create()
              context.frag.stats = this.inner.stats
              send()
            },
            // the line is gone: as any request that fails
            () => !this.destroyed && callbacks.onError({ ...error, code: 0 }, sent, details, stats),
          )
        },
      }
      send()
    }

    abort(): void {
      this.inner.abort()
    }

    destroy(): void {
      this.destroyed = true
      this.inner.destroy()
    }
  }
}
