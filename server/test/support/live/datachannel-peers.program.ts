import { PeerConnection, type Track, Video } from 'node-datachannel'
import { isRtcp, nack, readFeedback } from '#adapters/live-media/embedded/rtp.ts'
import type { PeerCommand, PeerState } from './datachannel-peers.ts'

/** The first number of a packet, and the one after which a publisher waits that leaves some out. */
const first = 65_500
const heldAt = 65_505

type Peer = {
  connection: PeerConnection
  tracks: Track[]
  state: PeerState
  goOn(): void
  ask(sequence: number): void
  stop(): void
}
const peers = new Map<string, Peer>()

const packet = (sequence: number): Buffer => {
  const bytes = Buffer.alloc(112, 1)
  bytes.writeUInt16BE(0x8060, 0)
  bytes.writeUInt16BE(sequence, 2)
  bytes.writeUInt32BE(sequence * 3000, 4)
  bytes.writeUInt32BE(900, 8)
  return bytes
}

function open(name: string): Peer {
  const connection = new PeerConnection(name, {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  })
  const state: PeerState = { connected: false, trackOpen: false, keyframes: 0, repeated: [], came: {} }
  const peer: Peer = { connection, tracks: [], state, goOn: () => {}, ask: () => {}, stop: () => {} }
  peers.set(name, peer)
  return peer
}

function publish(name: string, skip: readonly number[]): void {
  const peer = open(name)
  const video = new Video('0', 'SendOnly')
  video.addVP8Codec(96)
  video.addSSRC(900, 'c', 'm', 't')
  const track = peer.connection.addTrack(video)
  peer.tracks.push(track)
  track.onMessage((message) => {
    const { missing, keyframe } = readFeedback(message, 900)
    if (keyframe) peer.state.keyframes++
    for (const sequence of missing) {
      peer.state.repeated.push(sequence)
      track.sendMessageBinary(packet(sequence))
    }
  })
  let held = skip.length > 0
  let sequence = first
  const timer = setInterval(() => {
    if (!track.isOpen() || (held && sequence === heldAt)) return
    sequence = (sequence + 1) & 0xffff
    if (!skip.includes(sequence)) track.sendMessageBinary(packet(sequence))
  }, 10)
  peer.stop = () => clearInterval(timer)
  peer.goOn = () => {
    held = false
  }
  peer.connection.setLocalDescription('offer')
}

function view(name: string): void {
  const peer = open(name)
  peer.connection.onTrack((track) => {
    peer.tracks.push(track)
    track.onMessage((message) => {
      if (isRtcp(message)) return
      const ssrc = message.readUInt32BE(8)
      peer.ask = (sequence) => void track.sendMessageBinary(nack(ssrc, [sequence]))
      const { came } = peer.state
      came[track.mid()] = [...(came[track.mid()] ?? []), message.readUInt16BE(2)]
    })
  })
}

async function described({ connection }: Peer): Promise<string> {
  while (connection.gatheringState() !== 'complete') await new Promise((resolve) => setTimeout(resolve, 5))
  return connection.localDescription()?.sdp ?? ''
}

async function carryOut(command: PeerCommand): Promise<unknown> {
  if (command.do === 'publish') publish(command.peer, command.skip)
  if (command.do === 'view') view(command.peer)
  const peer = peers.get(command.peer)
  if (!peer) throw new Error(`there is no peer ${command.peer}`)
  if (command.do === 'publish') return described(peer)
  if (command.do === 'take') peer.connection.setRemoteDescription(command.sdp, command.type)
  if (command.do === 'take' && command.type === 'offer') {
    peer.connection.setLocalDescription('answer')
    return described(peer)
  }
  if (command.do === 'go-on') peer.goOn()
  if (command.do === 'ask') peer.ask(command.sequence)
  if (command.do === 'close') {
    peer.stop()
    peer.connection.close()
  }
  const state = {
    connected: peer.connection.state() === 'connected',
    trackOpen: peer.tracks.every((one) => one.isOpen()),
  }
  return { ...peer.state, ...state }
}

process.on('message', ({ id, command }: { id: number; command: PeerCommand }) => {
  carryOut(command).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
// as its test does
process.on('disconnect', () => process.exit())
