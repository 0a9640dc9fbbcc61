import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { mediaServersConformance } from '../conformance.ts'
import { embeddedMedia } from './embedded.ts'
import { forwarderInstalled } from './forwarder-channel.ts'

/** Browsers do not look for peers on the loopback interface. */
const bindAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(0, done))
  const { port } = socket.address()
  await new Promise<void>((done) => socket.close(done))
  return port
}

if (forwarderInstalled() && bindAddress)
  mediaServersConformance(
    'embedded',
    async () => {
      const media = embeddedMedia(
        { bindAddress, port: await freePort(), maxPublishers: 20, maxSubscribers: 50 },
        { warn: () => {} },
      )
      return {
        // other processes know nothing of the forwarder of this one
        open: () => ({ ...media, close: async () => {} }),
        async restart() {
          process.kill(media.pid() ?? 0, 'SIGKILL')
          await new Promise((resolve) => setTimeout(resolve, 200))
          await media.check('embedded')
        },
        close: media.close,
      }
    },
    { layers: false, recordings: false },
  )
