import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { FreshAddresses, freshLoader } from './fresh-addresses.ts'

type Callbacks = { onSuccess: () => void; onError: (error: { code: number; text: string }) => void }
type Inner = { url: string; callbacks: Callbacks }

const { requests } = vi.hoisted(() => {
  // files share a process: without, the loader would extend the hls.js of the file before, and the next file would get ours
  vi.resetModules()
  return { requests: [] as Inner[] }
})
afterAll(() => void vi.resetModules())
vi.mock('hls.js/light', () => ({
  default: {
    DefaultConfig: {
      loader: class {
        stats = {}
        load({ url }: { url: string }, _: unknown, callbacks: Callbacks) {
          requests.push({ url, callbacks })
        }
        abort() {}
        destroy() {}
      },
    },
  },
}))

afterEach(() => {
  vi.unstubAllGlobals()
  requests.length = 0
})

const playlist = 'https://site.example/s/240p.m3u8'
const text = (file: string) => `#EXTM3U\n#EXT-X-MAP:URI="${file}",BYTERANGE="800@0"\n${file}\n`

/** A request for bytes with an old token; `reply` is that of its playlist. */
function setUp(reply: () => Promise<Response>) {
  const asked = vi.fn(reply)
  vi.stubGlobal('fetch', asked)
  const stale: number[] = []
  const failed: number[] = []
  const done = vi.fn()
  const Loader = freshLoader(new FreshAddresses(), ({ status }) => {
    stale.push(status)
    if (status === 403) loader.destroy()
  })
  // only these parts of what hls.js hands over are used
  const loader = new Loader({} as never)
  const context = { url: 'https://site.example/m/240p.mp4?token=old', frag: { baseurl: playlist, stats: {} } }
  const callbacks = { onSuccess: done, onError: ({ code }: { code: number }) => failed.push(code) }
  loader.load(context as never, {} as never, callbacks as never)
  const refuse = async (code: number) => {
    requests.at(-1)?.callbacks.onError({ code, text: '' })
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { asked, stale, failed, done, refuse }
}

it('asks again with the new token of its playlist, and nothing is seen of it', async () => {
  const { stale, failed, done, refuse } = setUp(async () => new Response(text('/m/240p.mp4?token=new')))
  await refuse(403)
  expect(requests.map(({ url }) => url.split('=')[1])).toEqual(['old', 'new'])
  requests[1]?.callbacks.onSuccess()
  expect([stale, failed, done.mock.calls.length]).toEqual([[], [], 1])
})

it('says that the viewer may not watch when the playlist is refused too, and asks no more', async () => {
  const { stale, failed, refuse } = setUp(async () => new Response('', { status: 403 }))
  await refuse(403)
  expect([stale, failed, requests.length]).toEqual([[403], [], 1])
})

it.each([
  ['names another file', async () => new Response(text('/m/other.mp4?token=new')), [404], [404]],
  ['comes from a busy server', async () => new Response('', { status: 503 }), [503], [503]],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), [], [0]],
] as const)('tells hls.js when the playlist %s', async (_, reply, expectedStale, expectedFailed) => {
  const { stale, failed, refuse } = setUp(reply)
  await refuse(403)
  expect([stale, failed]).toEqual([expectedStale, expectedFailed])
})

it('takes a file that is refused with a new token as gone', async () => {
  const { stale, asked, refuse } = setUp(async () => new Response(text('/m/240p.mp4?token=new')))
  await refuse(403)
  await refuse(403)
  expect([stale, asked.mock.calls.length]).toEqual([[404], 1])
})

it('leaves other errors to hls.js', async () => {
  const { asked, failed, refuse } = setUp(async () => new Response(''))
  await refuse(500)
  expect([failed, asked.mock.calls.length]).toEqual([[500], 0])
})
