import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { Missing } from '../lib/tools.ts'
import type { Signalling } from './peers.ts'

export type Ways = {
  publish: (peer: string, sdp: string) => Promise<{ sdp: string }>
  signalling: Signalling
  through: (sdp: string) => string
}

/** What the page of a real browser does; the functions of `Ways` are exposed to it. */
const script = `
const gathered = (pc) => new Promise((done) => {
  if (pc.iceGatheringState === 'complete') return done()
  setTimeout(done, 2000)
  pc.onicegatheringstatechange = () => pc.iceGatheringState === 'complete' && done()
})
const joined = new Map()
async function sendMedia(peer) {
  const media = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 360, frameRate: 24 } })
  const pc = new RTCPeerConnection()
  for (const track of [...media.getAudioTracks(), ...media.getVideoTracks()]) pc.addTransceiver(track, { direction: 'sendonly', streams: [media] })
  await pc.setLocalDescription()
  await gathered(pc)
  await pc.setRemoteDescription({ type: 'answer', sdp: await publish(peer, pc.localDescription.sdp) })
  joined.set(peer, { pc, videos: [] })
}
async function take(peer, offer) {
  const { pc } = joined.get(peer)
  while (offer) {
    await pc.setRemoteDescription({ type: 'offer', sdp: offer })
    await pc.setLocalDescription()
    await gathered(pc)
    offer = await answer(peer, pc.localDescription.sdp)
  }
}
async function join(peer, feeds, limitMs) {
  const began = performance.now()
  const pc = new RTCPeerConnection()
  const one = { pc, videos: [] }
  joined.set(peer, one)
  const picture = new Promise((done) => {
    pc.ontrack = ({ track }) => {
      if (track.kind !== 'video') { new Audio().srcObject = new MediaStream([track]); return }
      const video = document.createElement('video')
      video.muted = video.autoplay = true
      video.srcObject = new MediaStream([track])
      video.requestVideoFrameCallback(() => done(performance.now() - began))
      document.body.append(video)
      one.videos.push(video)
    }
  })
  try {
    const offer = await subscribe(peer, feeds)
    if (!offer) throw new Error('no offer')
    await take(peer, offer)
    return await Promise.race([picture, new Promise((_, fail) => setTimeout(() => fail(new Error('no picture: ' + pc.connectionState)), limitMs))])
  } catch (error) {
    await end(peer)
    throw error
  }
}
async function end(peer) {
  const one = joined.get(peer)
  joined.delete(peer)
  for (const video of one.videos) { video.srcObject = null; video.remove() }
  one.pc.close()
  await leave(peer)
}
async function numbers(peer) {
  const rows = []
  for (const row of (await joined.get(peer).pc.getStats()).values())
    if (row.type === 'inbound-rtp' || row.type === 'outbound-rtp') rows.push(row)
  return rows
}
`

/** A picture that moves and has noise, so that the encoder uses what it may. */
function makeCamera(folder: string): string {
  const file = join(folder, 'camera.mjpeg')
  const source = 'testsrc2=size=640x360:rate=24,noise=alls=12:allf=t'
  execFileSync('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', source, '-t', '10', '-q:v', '5', '-y', file])
  return file
}

export async function openBrowserPage({
  publish,
  signalling,
  through,
}: Ways): Promise<{ page: Page; close: () => Promise<void> }> {
  const path = process.env.CHROMIUM_PATH ?? findProgram('chromium')
  if (!path) throw new Missing('Chromium is missing: apt-get install chromium')
  const server = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><title>peer</title><script>${script}</script>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const folder = mkdtempSync(join(tmpdir(), 'live-forwarder-'))
  const browser = await chromium.launch({
    executablePath: path,
    args: [
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${makeCamera(folder)}`,
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      '--no-sandbox',
    ],
  })
  const page = await browser.newPage()
  await page.exposeFunction('publish', async (peer: string, sdp: string) => through((await publish(peer, sdp)).sdp))
  await page.exposeFunction(
    'subscribe',
    async (peer: string, feeds: string[]) => (await signalling.subscribe(peer, feeds))?.sdp,
  )
  await page.exposeFunction('answer', async (peer: string, sdp: string) => {
    const next = await signalling.answer(peer, sdp)
    return next ? through(next.sdp) : null
  })
  await page.exposeFunction('leave', async (peer: string) => void (await signalling.leave(peer, 'subscriber')))
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  return {
    page,
    close: async () => {
      await browser.close()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
