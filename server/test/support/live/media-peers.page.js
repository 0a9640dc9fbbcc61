/** The peers of `media-peers.ts`, inside its page, where `candidateFound` leads back to it. */
const sending = new Map()
const receiving = new Map()
/** ends what a sending peer shows and plays, by peer */
const sources = new Map()

function picture() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 540 })
  const pen = canvas.getContext('2d')
  let at = 0
  const drawing = setInterval(() => {
    pen.fillStyle = `hsl(${at++ % 360} 80% 50%)`
    pen.fillRect(0, 0, 960, 540)
    pen.fillStyle = 'black'
    pen.fillRect((at * 7) % 900, 100, 40, 160)
  }, 66)
  const track = canvas.captureStream(15).getVideoTracks()[0]
  return { track, end: () => clearInterval(drawing) }
}

function tone() {
  const audio = new AudioContext()
  const [oscillator, out] = [audio.createOscillator(), audio.createMediaStreamDestination()]
  oscillator.connect(out)
  oscillator.start()
  return { track: out.stream.getAudioTracks()[0], end: () => audio.close() }
}

function open(peer) {
  const connection = new RTCPeerConnection()
  connection.onicecandidate = ({ candidate }) => candidate && candidateFound(peer, candidate.toJSON())
  return connection
}

async function describe(connection) {
  await connection.setLocalDescription()
  const { type, sdp } = connection.localDescription
  return { type, sdp }
}

/** A browser sends three layers of pictures of 960x540 and more. Small enough for the first estimate that the browser has of the line: so flat a picture never makes it look for more. */
const layers = [
  { rid: 'l', scaleResolutionDownBy: 4, maxBitrate: 40_000 },
  { rid: 'm', scaleResolutionDownBy: 2, maxBitrate: 80_000 },
  { rid: 'h', maxBitrate: 120_000 },
]

function silence(peer) {
  sending.get(peer)?.close()
  for (const { track, end } of sources.get(peer) ?? []) {
    track.stop()
    end()
  }
}

globalThis.peers = {
  send(peer, kinds) {
    silence(peer)
    const connection = open(peer)
    sending.set(peer, connection)
    sources.set(peer, [])
    for (const kind of kinds) {
      const source = kind === 'audio' || kind === 'screenAudio' ? tone() : picture()
      sources.get(peer).push(source)
      connection.addTransceiver(source.track, {
        direction: 'sendonly',
        ...(kind === 'camera' && { sendEncodings: layers }),
      })
    }
    return describe(connection)
  },
  endAll() {
    for (const peer of sending.keys()) silence(peer)
    for (const connection of receiving.values()) connection.close()
    for (const ended of [sending, sources, receiving]) ended.clear()
  },
  restart(peer) {
    sending.get(peer).restartIce()
    return describe(sending.get(peer))
  },
  takeAnswer: (peer, answer) => sending.get(peer).setRemoteDescription(answer),
  async takeOffer(peer, offer, fresh) {
    if (fresh) {
      receiving.get(peer)?.close()
      receiving.set(peer, open(peer))
    }
    const connection = receiving.get(peer)
    await connection.setRemoteDescription(offer)
    return describe(connection)
  },
  async received(peer) {
    const stats = [...((await receiving.get(peer)?.getStats())?.values() ?? [])]
    const lines = stats.filter(({ type }) => type === 'inbound-rtp')
    return Object.fromEntries(
      lines.map(({ mid, packetsReceived: packets, framesDecoded: frames = 0, frameWidth: width = 0 }) => [
        mid,
        { packets, frames, width },
      ]),
    )
  },
}
