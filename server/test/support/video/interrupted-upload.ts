import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { metadataOf } from './send-upload.ts'

/** A server that can be killed; it may have another origin after its restart. */
export type Killable = { origin(): string; killAndRestart(): Promise<void> }

/** Writes a playable video of a size: `video` with a box of free space behind it. Returns its SHA-256. */
export async function writeVideo(path: string, video: Buffer, bytes: number): Promise<string> {
  const box = Buffer.alloc(8)
  box.writeUInt32BE(bytes - video.length, 0)
  box.write('free', 4, 'latin1')
  await writeFile(path, Buffer.concat([video, box]))
  const piece = Buffer.alloc(1_000_000, 7)
  for (let left = bytes - video.length - 8; left > 0; left -= piece.length)
    await appendFile(path, piece.subarray(0, Math.min(left, piece.length)))
  return sha256OfFile(path)
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

type Upload = { server: Killable; cookie: string; lectureId: string; path: string; sha256: string }

/**
 * Sends a file for a lecture by the tus protocol, interrupted three times: by a connection that falls silent, by a client that is
 * closed, and by a server that is killed, each after a further quarter. Returns the SHA-256 of the video that the lecture has then, and
 * where the upload went on each time.
 */
export async function uploadWithInterruptions({ server, cookie, lectureId, path, sha256 }: Upload) {
  const { size } = await stat(path)
  const common = { cookie, 'tus-resumable': '1.0.0' }
  const call = (url: string, init: RequestInit = {}) =>
    fetch(server.origin() + url, { ...init, headers: { ...common, ...init.headers } })
  const metadata = metadataOf({ lectureId, filename: 'lesson.mp4', filetype: 'video/mp4', sha256 })
  const created = await call('/api/uploads', {
    method: 'POST',
    headers: { 'upload-length': String(size), 'upload-metadata': metadata },
  })
  if (created.status !== 201) throw new Error(`no upload was begun: ${created.status} ${await created.text()}`)
  const url = created.headers.get('location') ?? ''
  const offset = async (): Promise<number> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await call(url, { method: 'HEAD' })
      if (answer.ok) return Number(answer.headers.get('upload-offset'))
      // the lease of a request that ended badly runs out
      if (answer.status !== 423 || attempt > 5) throw new Error(`the upload cannot be asked for: ${answer.status}`)
      await sleep(1000)
    }
  }
  /** Sends the bytes from `start` to `end` over a connection that announces the whole rest, and goes on with nothing. */
  const sendPart = async (start: number, end: number): Promise<ClientRequest> => {
    const sent = request(server.origin() + url, {
      method: 'PATCH',
      headers: {
        ...common,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': start,
        'content-length': size - start,
      },
    })
    sent.on('error', () => {})
    for await (const piece of createReadStream(path, { start, end: end - 1, highWaterMark: 1024 * 1024 }))
      await new Promise<void>((resolve) => sent.write(piece, () => resolve()))
    return sent
  }
  const wentOn: number[] = []
  const quarter = Math.floor(size / 4)
  const silent = await sendPart(0, quarter)
  wentOn.push(await offset())
  const closed = await sendPart(wentOn[0] ?? 0, 2 * quarter)
  closed.destroy()
  wentOn.push(await offset())
  await sendPart(wentOn[1] ?? 0, 3 * quarter)
  await server.killAndRestart()
  wentOn.push(await offset())
  silent.destroy()
  const last = await sendPart(wentOn[2] ?? 0, size)
  const answered = new Promise<number>((resolve, reject) => {
    last.once('response', ({ statusCode = 0 }) => resolve(statusCode))
    last.once('error', reject)
  })
  last.end()
  const status = await answered
  if (status !== 204) throw new Error(`the last part got status ${status}`)
  for (let attempt = 0; ; attempt++) {
    const { upload, lecture } = (await (await call(`${url}/result`)).json()) as {
      upload: { state: string; problem: string | null }
      lecture: { videoUrl: string } | null
    }
    if (lecture) {
      const video = await call(lecture.videoUrl)
      const hash = createHash('sha256')
      for await (const piece of video.body ?? []) hash.update(piece)
      return { sha256: hash.digest('hex'), wentOn }
    }
    if (upload.problem !== null || attempt > 600) throw new Error(`the upload is ${upload.state}: ${upload.problem}`)
    await sleep(100)
  }
}
