import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Conversion, Images } from '#ports/images.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

/** Conversions that were begun and have not ended. */
type Running = { signal: AbortSignal | undefined; finish(): void }
const running: Running[] = []
const end = (work: Running) => {
  if (running.includes(work)) running.splice(running.indexOf(work), 1)
}
let hold = false
const result: Conversion = { image: { width: 1, height: 1, files: [] } }
/** Converts nothing; while `hold` is set, conversions wait. */
const scripted: Images = {
  draw: () => Promise.reject(new Error('nothing is drawn here')),
  convert: (_source, signal) =>
    new Promise((resolve, reject) => {
      if (!hold) return resolve(result)
      const work = {
        signal,
        finish: () => {
          end(work)
          resolve(result)
        },
      }
      running.push(work)
      signal?.addEventListener('abort', () => {
        end(work)
        reject(signal.reason)
      })
    }),
  close: async () => {},
}

let app: TestApp
let real: TestApp
let port: number
let picture: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  app = await createTestApp({ overrides: { images: scripted } })
  real = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port // listening on TCP
  picture = new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#1a2' } })
      .png()
      .toBuffer(),
  )
})
afterEach(() => {
  hold = false
  for (const { finish } of [...running]) finish()
})
afterAll(async () => {
  await app.close()
  await real.close()
})

const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 1500 && !done(); attempt++) await sleep(20)
  expect(done()).toBe(true)
}
const setPhoto = ({ call }: TestUser, photo = picture) =>
  call(api.accounts.updateProfile, { body: {}, files: { photoUrl: new File([photo], 'a.png') } })

test('a flat AVIF of 8000 x 6200 pixels is refused with the limit of its format', async () => {
  const bomb = new Uint8Array(readFileSync(new URL('../../../test/fixtures/flat-8000x6200.avif', import.meta.url)))
  const problem = await expectProblem(setPhoto(await real.makeUser(), bomb), 415, 'wrong_media')
  expect(problem.message).toMatch(/as AVIF it may have at most 3\.7 megapixels/)
})

test("sixteen images of one account do not keep another's waiting: most are refused with 429", async () => {
  const [greedy, honest] = [await app.makeUser(), await app.makeUser()]
  hold = true
  const many = Array.from({ length: 16 }, () =>
    setPhoto(greedy).then(
      () => 200,
      (error) => error.status,
    ),
  )
  await until(() => running.length === 1)
  // One that runs and one that waits are taken; the others are refused while these are still there.
  let answered = 0
  for (const each of many) void each.then(() => answered++)
  await until(() => answered === 14)
  let served = false
  const one = setPhoto(honest).finally(() => {
    served = true
  })
  // Before the honest one come two of the account's at most.
  for (let turn = 0; turn < 3 && !served; turn++) {
    await until(() => served || running.length === 1)
    running[0]?.finish()
  }
  expect((await one).photoUrl).toMatch(/^\/api\/media\/images\//)
  hold = false
  for (const { finish } of [...running]) finish()
  const statuses = await Promise.all(many)
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect(statuses.filter((status) => status === 429)).toHaveLength(14)
})

test('stops the conversion when the client disconnects, and changes nothing', async () => {
  const user = await app.makeUser()
  hold = true
  const body = new Response(
    (() => {
      const form = new FormData()
      form.set('photoUrl', new File([picture], 'a.png'))
      return form
    })(),
  )
  const sent = request({
    port,
    method: 'POST',
    path: api.accounts.updateProfile.path,
    headers: { cookie: user.cookie, 'content-type': body.headers.get('content-type') ?? '' },
  })
  sent.on('error', () => {})
  sent.end(Buffer.from(await body.arrayBuffer()))
  await until(() => running.length === 1)
  const [work] = running
  sent.destroy()
  await until(() => work?.signal?.aborted === true && running.length === 0)
  expect((await user.call(api.accounts.current)).user.photoUrl).toBe('')
})
