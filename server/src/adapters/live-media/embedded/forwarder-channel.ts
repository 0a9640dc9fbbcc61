import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command, ForwarderSettings, PublisherAnswer, SubscriberOffer } from './commands.ts'
import type { FeedKind } from './kinds.ts'

export type ForwarderEvents = {
  /** the first packet of a feed came */
  live: (feed: string) => void
  /** a connection ended by itself */
  lost: (peer: string, side: 'publisher' | 'subscriber') => void
  /** the process ended with every connection, or could not start, and why; it starts again */
  down: (reason: string) => void
  ready: () => void
}

export type ForwarderStats = Record<
  | 'publishers'
  | 'subscribers'
  | 'feeds'
  | 'in'
  | 'out'
  | 'refused'
  | 'asked'
  | 'repaired'
  | 'lost'
  | 'repeated'
  | 'unrepeatable'
  | 'rss'
  | 'external'
  | 'cpuMs',
  number
>

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }
type Message =
  | { id: number; result?: unknown; error?: string }
  | { event: 'ready' }
  | { event: 'live'; feed: string }
  | { event: 'lost'; peer: string; side: 'publisher' | 'subscriber' }

const commandMs = 5000
const checkEveryMs = 5000
/** So many checks in a row without any message end the process: on a crowded machine either side may have to wait for seconds. */
const silentChecks = 3
const maxWaiting = 1000

/** Whether the optional package is installed for this machine. A process of its own loads it: its threads can abort theirs. */
export function forwarderInstalled(): boolean {
  try {
    const path = createRequire(import.meta.url).resolve('node-datachannel')
    return spawnSync(process.execPath, ['--eval', `require(${JSON.stringify(path)})`], { stdio: 'ignore' }).status === 0
  } catch {
    return false
  }
}

/** Keeps a forwarder running: starts it again when it ended or no longer replies, each time after a longer pause. */
export class ForwarderChannel {
  readonly #settings: ForwarderSettings
  readonly #events: ForwarderEvents
  readonly #waiting = new Map<number, Waiting>()
  readonly #checks: NodeJS.Timeout
  #child: ChildProcess | null = null
  #ready = false
  #closed = false
  #lastId = 0
  #pauseMs = 250
  #silent = 0
  #restart: NodeJS.Timeout | undefined

  constructor(settings: ForwarderSettings, events: ForwarderEvents) {
    this.#settings = settings
    this.#events = events
    this.#start()
    this.#checks = setInterval(() => void this.#check(), checkEveryMs).unref()
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get ready(): boolean {
    return this.#ready
  }

  /** Waits until the process takes commands. */
  async whenReady(withinMs: number): Promise<void> {
    const end = Date.now() + withinMs
    while (!this.#ready) {
      if (this.#closed || Date.now() > end) throw new Error('down')
      await pause(20)
    }
  }

  #start(): void {
    const child = fork(join(import.meta.dirname, 'forwarder.ts'), [JSON.stringify(this.#settings)], {
      // nothing of the server's environment, above all no secret
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--max-semi-space-size=8'],
    })
    this.#child = child
    child.on('message', (message) => this.#receive(message as Message)) // written by forwarder.ts
    // also emitted for a command that did not reach it; without a process nothing else follows
    child.on('error', (error) => {
      if (child.pid === undefined) this.#ended(child, error.message)
    })
    child.once('exit', (code, signal) =>
      this.#ended(child, this.#silent >= silentChecks ? 'hung' : `${signal ?? code}`),
    )
  }

  #ended(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return
    this.#child = null
    this.#ready = false
    this.#silent = 0
    for (const [id] of this.#waiting) this.#settle(id, { error: 'down' })
    if (this.#closed) return
    this.#events.down(reason)
    this.#restart = setTimeout(() => this.#start(), this.#pauseMs).unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, 30_000)
  }

  #receive(message: Message): void {
    // a late reply too shows that it does not hang
    this.#silent = 0
    if ('id' in message) this.#settle(message.id, message)
    else if (message.event === 'live') this.#events.live(message.feed)
    else if (message.event === 'lost') this.#events.lost(message.peer, message.side)
    else {
      this.#ready = true
      this.#events.ready()
    }
  }

  #settle(id: number, { result, error }: { result?: unknown; error?: string }): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    if (error) waiting.reject(new Error(error))
    else waiting.resolve(result)
  }

  /** A hanging process is as good as none. */
  async #check(): Promise<void> {
    const child = this.#child
    if (!child || !this.#ready) return
    try {
      await this.stats()
      this.#silent = 0
      this.#pauseMs = 250
    } catch {
      if (this.#child === child && ++this.#silent >= silentChecks) child.kill('SIGKILL')
    }
  }

  #ask(command: Command): Promise<unknown> {
    const child = this.#child
    if (!child?.connected || !this.#ready || this.#waiting.size >= maxWaiting) return Promise.reject(new Error('down'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, { error: 'timeout' }), commandMs)
      this.#waiting.set(id, { resolve, reject, timer })
      child.send({ id, ...command }, (error) => {
        if (error) this.#settle(id, { error: 'down' })
      })
    })
  }

  /**
   * Takes a publisher's offer, whose m-lines may be `kinds` in this order. The feeds are `peer/kind`. An offer with other ICE credentials is a
   * new connection.
   */
  publish = (peer: string, sdp: string, kinds: readonly FeedKind[]) =>
    this.#ask({ op: 'publish', peer, sdp, kinds }) as Promise<PublisherAnswer>

  /** Null when there is nothing to offer now; what waits for an answer is offered by `answer`. */
  subscribe = (peer: string, feeds: readonly string[]) =>
    this.#ask({ op: 'subscribe', peer, feeds }) as Promise<SubscriberOffer | null>

  /** Takes an answer. The first one leads to a second offer, which has the candidates. */
  answer = (peer: string, sdp: string) => this.#ask({ op: 'answer', peer, sdp }) as Promise<SubscriberOffer | null>

  /** These feeds are not sent for now, without a new offer. */
  choose = (peer: string, off: readonly string[]) => this.#ask({ op: 'choose', peer, off })

  /** Milliseconds since a subscriber reported what it receives, which it does each second. */
  sinceReport = (peer: string) => this.#ask({ op: 'sinceReport', peer }) as Promise<number>

  /** No one gets this feed, whatever its publisher sends. */
  silence = (feed: string, silent: boolean) => this.#ask({ op: 'silence', feed, silent })

  /** This feed may take so many bits a second. */
  limit = (feed: string, bits: number) => this.#ask({ op: 'limit', feed, bits })

  leave = (peer: string, side?: 'publisher' | 'subscriber') => this.#ask({ op: 'leave', peer, ...(side && { side }) })

  stats = () => this.#ask({ op: 'stats' }) as Promise<ForwarderStats>

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#checks)
    clearTimeout(this.#restart)
    const child = this.#child
    // one that could not start does not end either
    if (child?.pid === undefined) return
    await new Promise<void>((done) => {
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  }
}
