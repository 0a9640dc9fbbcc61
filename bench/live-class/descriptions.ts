import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { maxCohosts, maxSpeakers } from '../../contract/src/index.ts'
import { janusMedia } from '../../server/src/adapters/live-media/janus/janus.ts'
import type { StreamKind } from '../../server/src/ports/live-media.ts'
import { type JanusServer, startJanus } from '../../server/test/support/services/janus-server.ts'

/** Connections of a browser without tracks: their descriptions are those of real ones, and nothing is encoded. */
const page = `
  const open = new Map()
  const connection = (peer) => {
    if (!open.has(peer)) open.set(peer, new RTCPeerConnection())
    return open.get(peer)
  }
  const described = async (one) => {
    await one.setLocalDescription()
    return one.localDescription.sdp
  }
  globalThis.peers = {
    send(peer, kinds) {
      const one = connection(peer)
      for (const kind of kinds)
        one.addTransceiver(kind === 'audio' || kind === 'screenAudio' ? 'audio' : 'video', {
          direction: 'sendonly',
          ...(kind === 'camera' && { sendEncodings: ['l', 'm', 'h'].map((rid) => ({ rid })) }),
        })
      return described(one)
    },
    take: (peer, sdp) => connection(peer).setRemoteDescription({ type: 'answer', sdp }),
    async answer(peer, sdp) {
      await connection(peer).setRemoteDescription({ type: 'offer', sdp })
      return described(connection(peer))
    },
  }`

export type Sizes = { hosts: number; speakers: number; mLines: number; offered: number; answered: number; sent: number }

/** Characters of the descriptions of a room with all hosts and speakers that it may have, as Chromium writes them. */
export async function measureDescriptions(): Promise<Sizes> {
  const janus: JanusServer = await startJanus(60)
  const addresses = [{ name: 'one', url: janus.url, secret: janus.secret }]
  const media = janusMedia({ addresses }, { warn: () => {} })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const tab = await browser.newPage()
    await tab.evaluate(page)
    const call = (name: string, ...args: unknown[]): Promise<string> =>
      tab.evaluate(`peers.${name}(...${JSON.stringify(args)})`)
    const sizes = { hosts: 1 + maxCohosts, speakers: maxSpeakers, mLines: 0, offered: 0, answered: 0, sent: 0 }
    let work = Promise.resolve()
    const part = await media.enter(await media.openRoom(new Map()), {
      offered(peer, offer) {
        if (peer !== 'listener') return
        work = work.then(async () => {
          const sdp = await call('answer', peer, offer.sdp)
          sizes.mLines = Math.max(sizes.mLines, offer.sdp.split(/^m=/m).length - 1)
          sizes.offered = Math.max(sizes.offered, offer.sdp.length)
          sizes.answered = Math.max(sizes.answered, sdp.length)
          await part.answer(peer, { type: 'answer', sdp })
        })
      },
      lost: () => {},
    })
    await part.receive('listener')
    const send = async (peer: string, kinds: StreamKind[]): Promise<void> => {
      const sdp = await call('send', peer, kinds)
      sizes.sent = Math.max(sizes.sent, sdp.length)
      const answer = await part.publish(peer, { type: 'offer', sdp }, kinds)
      await call('take', peer, answer.sdp)
    }
    for (let host = 0; host < sizes.hosts; host++)
      await send(`host${host}`, ['audio', 'camera', 'screen', 'screenAudio'])
    for (let speaker = 0; speaker < sizes.speakers; speaker++) await send(`speaker${speaker}`, ['audio', 'camera'])
    const lines = sizes.hosts * 4 + sizes.speakers * 2
    for (let turn = 0; turn < 100 && sizes.mLines < lines; turn++) await sleep(200)
    await work
    await part.close()
    return sizes
  } finally {
    await browser.close()
    await media.close()
    await janus.close()
  }
}
