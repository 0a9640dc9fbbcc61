import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'

const library = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('socket.io-client/package.json')), 'dist/socket.io.min.js'),
  'utf8',
)

/** Where several processes may run, they take WebSocket connections only: then every client has to begin with one. */
const options = process.env.E2E_CLUSTER_URL || process.env.E2E_DATABASE_URL ? "{ transports: ['websocket'] }" : ''

/** Someone else's client: the events in their simplest form, no targets, no callbacks, one connection. */
const script = `
var socket = io(${options})
var pc = new RTCPeerConnection()
var said = []
var video = Object.assign(document.createElement('video'), { autoplay: true, playsInline: true })
video.dataset.remote = ''
document.body.append(video)
pc.ontrack = ({ streams }) => { video.srcObject = streams[0] }
var gathered = () => new Promise((resolve) => {
  const look = () => pc.iceGatheringState === 'complete' && resolve()
  pc.onicegatheringstatechange = look
  look()
})
async function send(name, roomId) {
  await pc.setLocalDescription()
  await gathered()
  const { type, sdp } = pc.localDescription
  socket.emit(name, { type, sdp, roomId })
}
async function begin(roomId) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true })
  for (const track of stream.getTracks()) pc.addTrack(track, stream)
  socket.on('user-connected', (peer) => { said.push('peer ' + typeof peer); send('offer', roomId) })
  socket.on('offer', async ({ offer }) => { await pc.setRemoteDescription(offer); await send('answer', roomId) })
  socket.on('answer', ({ answer }) => pc.setRemoteDescription(answer))
  socket.on('ice-candidate', ({ candidate }) => pc.addIceCandidate(candidate))
  socket.on('receive-message', ({ message, sender }) => said.push(sender + ': ' + message))
  const entered = new Promise((resolve) => socket.once('participants', resolve))
  socket.emit('join-room', roomId)
  await entered
}
`

/** Turns a page whose browser is signed in into the bare client, and waits until it is in the room. */
export async function joinBarely(page: Page, roomId: string): Promise<void> {
  // any document of the site that brings no script of ours
  await page.goto('/api/openapi.json')
  await page.evaluate(library)
  await page.evaluate(script)
  await page.evaluate((room) => (globalThis as unknown as BareClient).begin(room), roomId) // defined by the script above
}

type BareClient = { begin: (roomId: string) => Promise<void> }

export const saidTo = (page: Page): Promise<string[]> => page.evaluate('said')

export const sayBarely = (page: Page, message: string, roomId: string): Promise<void> =>
  page.evaluate(`socket.emit('send-message', ${JSON.stringify({ message, roomId })}), undefined`)
