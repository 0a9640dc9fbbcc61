import { type Recorded, startPublisher } from '../live-forwarder/peers.ts'
import { openLine, type Sender, type Way } from './line.ts'
import type { PeersCommand } from './peers-process.ts'
import { Viewer } from './viewer.ts'

/** Peers of a class in a process of their own: some viewers, or one publisher. */
const viewers = new Map<string, Viewer>()
const viewerOf = (name: string): Viewer => {
  const viewer = viewers.get(name)
  if (!viewer) throw new Error(`there is no viewer ${name}`)
  return viewer
}

let publishing: { enter(): Promise<unknown>; begin(): Promise<Sender>; sent(): number } | undefined
async function openPublisher(way: Way, bindAddress: string, recording: readonly Recorded[]): Promise<void> {
  const line = await openLine(way, () => {})
  let sent = () => 0
  publishing = {
    enter: async () => {
      if (way.kind === 'ours') await line.enter()
    },
    async begin() {
      let sender: Sender = { peerId: '', feed: 0 }
      const offer = async (sdp: string) => {
        const published = await line.publish(sdp)
        sender = published.sender
        return published
      }
      const publisher = await startPublisher(recording, offer, bindAddress)
      await publisher.connected
      sent = publisher.sent
      return sender
    },
    sent: () => sent(),
  }
}

async function carryOut(command: PeersCommand): Promise<unknown> {
  switch (command.do) {
    case 'open-publisher': {
      const recording = command.recording.map(({ atMs, packet }) => ({ atMs, packet: Buffer.from(packet, 'base64') }))
      await openPublisher(command.way, command.bindAddress, recording)
      return publishing?.enter()
    }
    case 'publish':
      return publishing?.begin()
    case 'sent':
      return publishing?.sent()
    case 'enter': {
      const viewer = new Viewer(command.name, command.way, command.bindAddress)
      viewers.set(command.name, viewer)
      return viewer.enter(command.sender)
    }
    case 'picture':
      return viewerOf(command.name).picture(command.limitMs)
    case 'choose':
      return viewerOf(command.name).choose(command.sender)
    case 'act':
      return viewerOf(command.name).act(command.event, command.fields)
    case 'leave': {
      const viewer = viewerOf(command.name)
      viewers.delete(command.name)
      return viewer.leave()
    }
    case 'counts':
      return [...viewers.values()].map((viewer) => viewer.counts())
  }
}

process.on('message', ({ id, command }: { id: number; command: PeersCommand }) => {
  carryOut(command).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
