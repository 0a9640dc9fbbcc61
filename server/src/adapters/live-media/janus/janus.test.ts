import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JanusServer, janusMissing, startJanus } from '#test/support/services/janus-server.ts'
import { mediaServersConformance } from '../conformance.ts'
import { janusMedia } from './janus.ts'

const log = { warn: () => {} }
const missing = janusMissing()

describe.skipIf(missing !== null)(missing ?? 'a real Janus', () => {
  mediaServersConformance('Janus', async () => {
    const janus = await startJanus()
    return {
      open: () =>
        janusMedia(
          { addresses: [{ name: 'one', url: janus.url, secret: janus.secret }], recordings: janus.recordings },
          log,
        ),
      async restart() {
        await janus.kill()
        await janus.start()
      },
      recordings: janus.recordings,
      close: janus.close,
    }
  })

  describe('several servers', () => {
    let [one, other]: JanusServer[] = []
    beforeAll(async () => {
      ;[one, other] = await Promise.all([startJanus(), startJanus()])
    })
    afterAll(() => Promise.all([one?.close(), other?.close()]))
    const addresses = () =>
      [one, other].map((server, at) => ({
        name: `janus-${at}`,
        url: server?.url ?? '',
        secret: server?.secret ?? '',
      }))

    test('a room goes where the fewest are, and elsewhere while that server is away', async () => {
      const media = janusMedia({ addresses: addresses() }, log)
      expect((await media.openRoom(new Map([['janus-0', 2]]))).server).toBe('janus-1')
      await other?.kill()
      expect((await media.openRoom(new Map([['janus-0', 2]]))).server).toBe('janus-0')
      await expect(media.check('janus-1')).rejects.toMatchObject({ kind: 'away' })
      await media.close()
    })

    test('a wrong secret, and a name that is gone, are told without the secret', async () => {
      const [first] = addresses()
      const media = janusMedia({ addresses: [{ name: 'one', url: first?.url ?? '', secret: 'a wrong secret' }] }, log)
      const error = await media.openRoom(new Map()).catch((failure: Error) => failure)
      expect(error).toMatchObject({ name: 'MediaFailure', kind: 'away' })
      expect((error as Error).message).toMatch(/^Janus "one" refuses the secret: JANUS_API_SECRET must be /)
      expect(JSON.stringify(error) + (error as Error).message).not.toContain('a wrong secret')
      await expect(
        media.enter({ server: 'gone', room: 1 }, { offered: () => {}, lost: () => {} }),
      ).rejects.toMatchObject({ kind: 'away' })
      await media.close()
    })
  })
})
