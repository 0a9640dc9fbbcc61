import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import Janode from 'janode'

/** Milliseconds within which a connection comes up, once both sides know each other. */
const upMs = 10_000
/** One that was given up earlier says nothing: people leave, and pages are closed. */
const triedMs = 5000
/** Milliseconds for which it counts how someone's connection went. */
const rememberedMs = 5 * 60_000
/** People who got no connection, while no one did, from which on it is hardly the network of each of them. */
const enoughPeople = 5

/** How the connections of people to one Janus go, by its own events: it takes their calls, but do media get through? */
export type Reach = {
  /** Follows the connection of a handle, whose peer is about to learn of it or has answered. Does nothing when it is called again. */
  watch(handle: EventEmitter, peer: string): void
  /** True while several people have tried lately, and no one has got through. */
  isUnreached(): boolean
}

/** Watches whether people reach the Janus server `name`; logs a warning when no one does. */
export function watchReach(name: string, log: Pick<FastifyBaseLogger, 'warn'>): Reach {
  const watched = new WeakSet<EventEmitter>()
  const up = new Set<EventEmitter>()
  /** by peer, how the last connection went, in the order of their times */
  const outcomes = new Map<string, { isUp: boolean; at: number }>()
  let isSaid = false

  const isUnreached = (): boolean => {
    const since = performance.now() - rememberedMs
    for (const [peer, { at }] of outcomes) if (at < since) outcomes.delete(peer)
    return up.size === 0 && outcomes.size >= enoughPeople && ![...outcomes.values()].some(({ isUp }) => isUp)
  }
  const note = (peer: string, isUp: boolean): void => {
    outcomes.delete(peer)
    outcomes.set(peer, { isUp, at: performance.now() })
    if (isUp) isSaid = false
    // it also forgets what is too old
    const unreached = isUnreached()
    if (isSaid || !unreached) return
    isSaid = true
    log.warn(
      { people: outcomes.size },
      `no one gets sound and pictures from Janus "${name}": nat_1_1_mapping (JANUS_PUBLIC_IP) must be the address at which browsers reach it, and its UDP ports (rtp_port_range) must be open; or all who tried are in one network that blocks UDP`,
    )
  }
  return {
    isUnreached,
    watch(handle, peer) {
      if (watched.has(handle)) return
      watched.add(handle)
      const begun = performance.now()
      let isOpen = true
      const decide = (isUp: boolean): void => {
        if (!isOpen) return
        isOpen = false
        clearTimeout(timer)
        note(peer, isUp)
      }
      const ended = (): void => {
        up.delete(handle)
        if (performance.now() - begun >= triedMs) decide(false)
        isOpen = false
        clearTimeout(timer)
      }
      // what has come from Janus meanwhile is read first
      const timer = setTimeout(() => setImmediate(decide, false), upMs).unref()
      handle.once(Janode.EVENT.HANDLE_WEBRTCUP, () => {
        // after the end of a slow try, too
        if (!isOpen) note(peer, true)
        up.add(handle)
        decide(true)
      })
      handle.once(Janode.EVENT.HANDLE_HANGUP, ({ reason }: { reason?: string } = {}) => {
        if (reason === 'ICE failed') decide(false)
        ended()
      })
      handle.once(Janode.EVENT.HANDLE_DETACHED, ended)
    },
  }
}
