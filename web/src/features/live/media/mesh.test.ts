import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMesh } from './mesh.ts'
import type { Description } from './signal.ts'

let connections = 0

/** As much of a browser's connection as descriptions need; it never finds a way to the other side. */
class Connection extends EventTarget {
  connectionState = 'new'
  iceGatheringState = 'complete'
  signalingState = 'stable'
  localDescription: Description | null = null
  remoteDescription: Description | null = null
  private readonly id = ++connections
  private version = 0
  private describe(type: Description['type']): Description {
    return { type, sdp: `v=0\r\no=- ${this.id} ${++this.version} IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio\r\n` }
  }
  getTransceivers() {
    return []
  }
  getSenders() {
    return []
  }
  addTransceiver() {}
  async getStats() {
    return new Map()
  }
  async createOffer() {
    return this.describe('offer')
  }
  async createAnswer() {
    return this.describe('answer')
  }
  async setLocalDescription(description: Description) {
    this.localDescription = description
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable'
  }
  async setRemoteDescription(description: Description) {
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
  }
  close() {
    this.signalingState = 'closed'
  }
}

class Stream {
  getTracks() {
    return []
  }
}

const made: Connection[] = []
beforeEach(() => {
  vi.useFakeTimers()
  connections = 0
  made.length = 0
  vi.stubGlobal('MediaStream', Stream)
  vi.stubGlobal(
    'RTCPeerConnection',
    class extends Connection {
      constructor() {
        super()
        made.push(this)
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A participant, and what they have sent so far. */
function participant(me: string) {
  const sent: Description[] = []
  const mesh = createMesh({
    iceServers: async () => [],
    tracks: () => ({ audio: null, video: null }),
    sending: () => ({ what: 'camera', isEducator: false }),
    send: (_to, signal) => 'sdp' in signal && sent.push(signal as Description), // with an sdp it is a description
    onChange: () => {},
  })
  mesh.enter(me)
  return { mesh, sent }
}
const soon = () => vi.advanceTimersByTimeAsync(100)

test('an answer that comes after its offer was given up is not taken for the answer to the next one', async () => {
  const asha = participant('asha')
  const nila = participant('nila')
  asha.mesh.meet('nila')
  await soon()
  // the line is slow: a second offer is made before anything has come back
  await vi.advanceTimersByTimeAsync(16_000)
  const [first, second, ...more] = asha.sent
  if (!first || !second) throw new Error('there are two offers')
  expect(more).toEqual([])
  nila.mesh.takeOffer('asha', first)
  await soon()
  nila.mesh.takeOffer('asha', second)
  await soon()
  const [late, right] = nila.sent
  if (!late || !right) throw new Error('each offer is answered')

  asha.mesh.takeAnswer('nila', late)
  await soon()
  asha.mesh.takeAnswer('nila', right)
  await soon()
  // no third offer, and what connects now are the two that know each other
  expect(asha.sent).toHaveLength(2)
  expect(made.find(({ remoteDescription }) => remoteDescription?.sdp === right.sdp)).toBeDefined()
  expect(made.find(({ remoteDescription }) => remoteDescription?.sdp === late.sdp)).toBeUndefined()
  asha.mesh.close()
  nila.mesh.close()
})

test('a client whose answers do not say what they answer is understood as before', async () => {
  const asha = participant('asha')
  asha.mesh.meet('nila')
  await soon()
  const answer: Description = { type: 'answer', sdp: 'v=0\r\no=- 77 1 IN IP4 127.0.0.1\r\ns=-\r\nm=audio\r\n' }
  asha.mesh.takeAnswer('nila', answer)
  await soon()
  expect(made[0]?.remoteDescription).toEqual(answer)
  asha.mesh.close()
})

test('someone who just came keeps the connection while no list of the room has them', async () => {
  const asha = participant('asha')
  asha.mesh.keep(new Set(['omar']))
  asha.mesh.meet('nila')
  await soon()
  asha.mesh.keep(new Set(['omar']))
  asha.mesh.keep(new Set(['omar', 'nila']))
  await soon()
  expect(asha.sent).toHaveLength(1)
  expect(made.map(({ signalingState }) => signalingState)).toEqual(['have-local-offer'])
  asha.mesh.close()
})

test('someone who is in the list no more is left', async () => {
  const asha = participant('asha')
  asha.mesh.meet('nila')
  await soon()
  asha.mesh.keep(new Set(['nila']))
  asha.mesh.keep(new Set())
  expect(asha.mesh.ids()).toEqual([])
  expect(made.map(({ signalingState }) => signalingState)).toEqual(['closed'])
  asha.mesh.close()
})

test('people who left during an outage are left, also when they had only just come', async () => {
  const asha = participant('asha')
  asha.mesh.meet('nila')
  await soon()
  asha.mesh.enter('asha')
  asha.mesh.keep(new Set())
  expect(asha.mesh.ids()).toEqual([])
  asha.mesh.close()
})
