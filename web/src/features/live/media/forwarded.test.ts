import { expect, test } from 'vitest'
import { answeredSpeaker, camera, fakeConnections, made, participant, serverOffer, soon } from './fake-connections.ts'

fakeConnections()

test('a speaker offers what they send at once, and the addresses follow', async () => {
  const { media, sent } = participant()
  media.setRole('speaker')
  await soon()
  expect(sent).toEqual([])
  media.ready()
  await soon()
  const [offer, ...candidates] = sent
  expect(offer).toMatchObject({ type: 'offer' })
  expect(candidates).toEqual([{ candidate: 'found', usernameFragment: 'u1' }])
  const [audio, video, ...others] = made[0]?.transceivers ?? []
  expect(audio?.kind).toBe('audio')
  expect(video?.sender).toMatchObject({
    track: camera,
    options: { sendEncodings: [{ rid: 'l' }, { rid: 'm' }, { rid: 'h' }] },
  })
  expect(others).toEqual([])
  media.close()
})

test('a host has a screen with sound as well, and another track needs no offer', async () => {
  const { media, tracks, offers } = participant()
  media.setRole('host')
  media.ready()
  await soon()
  expect(made[0]?.transceivers.map(({ kind }) => kind)).toEqual(['audio', 'video', 'video', 'audio'])
  const screen = { kind: 'video' }
  tracks.screen = screen
  media.sendTracks()
  await soon()
  expect(made[0]?.transceivers[2]?.sender.track).toBe(screen)
  expect(offers()).toHaveLength(1)
  media.close()
})

test('who listens again sends nothing more', async () => {
  const { media } = participant()
  media.setRole('speaker')
  media.ready()
  await soon()
  media.setRole('none')
  expect(made[0]?.connectionState).toBe('closed')
  expect(media.state().sending).toBe('off')
  media.close()
})

test('offers of the server are answered, and each stream is that of who sends it', async () => {
  const { media, sent } = participant()
  media.ready()
  media.takeFeeds([
    { mid: '0', peerId: 'asha', what: 'audio' },
    { mid: '1', peerId: 'asha', what: 'camera' },
    { mid: '2', peerId: 'asha', what: 'screen' },
    { mid: '3', peerId: 'nila', what: 'audio' },
  ])
  media.takeOffer(serverOffer(7, 'audio', 'video', 'video', 'audio'))
  await soon()
  expect(sent[0]).toMatchObject({ type: 'answer' })
  made[0]?.become('connected')
  const links = media.links()
  expect([...links.keys()]).toEqual(['asha', 'nila'])
  const tracks = made[0]?.transceivers.map(({ receiver }) => receiver.track)
  expect(links.get('asha')?.stream.getTracks()).toEqual(tracks?.slice(0, 2))
  expect(links.get('asha')?.screen?.getTracks()).toEqual(tracks?.slice(2, 3))
  expect(links.get('nila')?.stream.getTracks()).toEqual(tracks?.slice(3))
  expect(links.get('nila')?.screen).toBeUndefined()
  expect(links.get('nila')).toMatchObject({ state: 'connected' })
  expect(links.get('nila')?.level()).toBe(0.5)

  // a line is given to someone else: the streams of the others stay the same objects, so that no picture blinks
  const before = links.get('asha')?.stream
  media.takeFeeds([
    { mid: '0', peerId: 'asha', what: 'audio' },
    { mid: '1', peerId: 'asha', what: 'camera' },
    { mid: '3', peerId: 'ravi', what: 'audio' },
  ])
  media.takeOffer(serverOffer(7, 'audio', 'video', 'video', 'audio'))
  await soon()
  expect(made).toHaveLength(1)
  expect([...media.links().keys()]).toEqual(['asha', 'ravi'])
  expect(media.links().get('asha')?.stream).toBe(before)
  expect(media.links().get('asha')?.screen).toBeUndefined()
  media.close()
})

test('an offer of another server begins a new connection', async () => {
  const { media } = participant()
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  media.takeOffer(serverOffer(8, 'audio'))
  await soon()
  expect(made.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new'])
  media.close()
})

test('candidates of the server reach the connection that they name', async () => {
  const { media } = await answeredSpeaker()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [sending, receiving] = made
  media.takeCandidate({ candidate: 'a', usernameFragment: 's7' })
  media.takeCandidate({ candidate: 'b', usernameFragment: 'server' })
  await soon()
  expect(receiving?.addIceCandidate.mock.calls).toEqual([[{ candidate: 'a', usernameFragment: 's7' }]])
  expect(sending?.addIceCandidate.mock.calls).toEqual([[{ candidate: 'b', usernameFragment: 'server' }]])
  media.close()
})
