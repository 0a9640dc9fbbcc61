import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { MediaFailure, type MediaRoom, type MediaServers } from '#ports/live-media.ts'
import { enterJanusRoom, makeRoom } from './enter-janus-room.ts'
import { type JanusAddress, linkJanus } from './janus-link.ts'
import { accessTo, ask, isNoSuchRoom, type JanusRoom } from './janus-room-access.ts'
import { watchReach } from './watch-reach.ts'

/** Rooms have numbers that no one can guess, of the range that randomInt has. */
const mostRooms = 2 ** 48 - 1

type Options = {
  addresses: readonly JanusAddress[]
  /** folder of recordings on the media servers */
  recordings?: string | undefined
}

/** Forwards media through Janus servers, with their plugin VideoRoom. A room is on one of them. */
export function janusMedia({ addresses, recordings }: Options, log: Pick<FastifyBaseLogger, 'warn'>): MediaServers {
  const servers = new Map(
    addresses.map((address) => {
      const { name } = address
      return [name, { ...address, link: linkJanus(address), reach: watchReach(name, log) }]
    }),
  )
  const roomAt = ({ server, room }: MediaRoom): JanusRoom => {
    const known = servers.get(server)
    if (!known) throw new MediaFailure('away', `no Janus server is called "${server}" any more`)
    return { link: known.link, reach: known.reach, access: accessTo(room, known.secret), recordings }
  }
  const makeAt = async (server: string): Promise<MediaRoom> => {
    const room = { server, room: randomInt(1, mostRooms) }
    const janus = roomAt(room)
    const handle = await janus.link.attach()
    try {
      await makeRoom(handle, janus)
    } finally {
      await handle.detach().catch(() => {})
    }
    return room
  }
  return {
    forwards: true,
    servers: [...servers.keys()],
    async openRoom(counts) {
      const names = [...servers.keys()].toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
      const failures: unknown[] = []
      for (const name of names) {
        try {
          return await makeAt(name)
        } catch (error) {
          failures.push(error)
        }
      }
      throw failures[0] ?? new MediaFailure('away', 'there is no Janus server')
    },
    async enter(room, listener) {
      return enterJanusRoom(roomAt(room), listener, log)
    },
    async closeRoom(one) {
      const { link, access } = roomAt(one)
      const handle = await link.attach()
      try {
        const { room, secret } = access
        await ask(handle.destroy({ room, secret, permanent: false })).catch((error: unknown) => {
          if (!isNoSuchRoom(error)) throw error
        })
      } finally {
        await handle.detach().catch(() => {})
      }
    },
    async check(server) {
      const known = servers.get(server)
      if (!known) throw new MediaFailure('away', `no Janus server is called "${server}"`)
      await known.link.check()
    },
    unreached: () => [...servers.values()].filter(({ reach }) => reach.isUnreached()).map(({ name }) => name),
    async close() {
      await Promise.all([...servers.values()].map(({ link }) => link.close()))
    },
  }
}
