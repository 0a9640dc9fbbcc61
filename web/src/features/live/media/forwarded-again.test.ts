import { expect, test, vi } from 'vitest'
import {
  answeredSpeaker,
  fakeConnections,
  made,
  participant,
  serverAnswer,
  serverOffer,
  soon,
} from './fake-connections.ts'

fakeConnections()

test('a broken sending connection gets new addresses first, then another connection, then only the relay', async () => {
  const { media, offers } = await answeredSpeaker([{ urls: 'turn:relay.example' }])
  made[0]?.become('connected')
  expect(media.state().sending).toBe('connected')
  made[0]?.become('failed')
  expect(media.state().sending).toBe('broken')
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toHaveLength(1)
  expect(offers()).toHaveLength(2)
  made[0]?.become('failed')
  await vi.advanceTimersByTimeAsync(3000)
  expect(made).toHaveLength(2)
  expect(made[1]?.configuration.iceTransportPolicy).toBe('relay')
  made[1]?.become('failed')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(media.state().sending).toBe('blocked')
  made.at(-1)?.become('connected')
  expect(media.state().sending).toBe('connected')
  media.close()
})

test('what is received is asked for again when it breaks, when it does not come, and in another network', async () => {
  const { media, renew } = participant()
  media.ready()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(renew).toHaveBeenCalledTimes(1)
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  made[0]?.become('connected')
  await vi.advanceTimersByTimeAsync(3000)
  made[0]?.become('failed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(renew).toHaveBeenCalledTimes(2)
  media.ready()
  made[0]?.become('connected')
  expect(media.isConnected()).toBe(true)
  media.changeNetwork()
  expect(renew).toHaveBeenCalledTimes(3)
  // a page that comes back to the server now says that nothing connects it
  expect(media.isConnected()).toBe(false)
  media.ready()
  expect(media.isConnected()).toBe(true)
  media.close()
})

test('a new connection to receive on leaves what is sent alone, but for a change of the network', async () => {
  const { media, offers, renew } = await answeredSpeaker()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [sending, receiving] = made
  sending?.become('connected')
  receiving?.become('failed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(renew).toHaveBeenCalledTimes(1)
  media.ready()
  await soon()
  expect(offers()).toHaveLength(1)
  expect(sending?.connectionState).toBe('connected')

  media.changeNetwork()
  media.ready()
  await soon()
  expect(offers()).toHaveLength(2)
  media.close()
})

test('a connection on which nothing arrives is replaced, at once when the user asks for it', async () => {
  const { media, renew } = participant()
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [first] = made
  if (!first) throw new Error('nothing receives')
  first.become('connected')
  for (let second = 0; second < 30; second++) {
    first.bytes += 100
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(media.state().receiving).toBe('connected')
  await vi.advanceTimersByTimeAsync(8000)
  expect(media.state().receiving).toBe('broken')
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4000)
  expect(renew).toHaveBeenCalledTimes(1)
  // the server does not answer
  await vi.advanceTimersByTimeAsync(3000)
  media.retry()
  expect(renew).toHaveBeenCalledTimes(2)
  media.takeOffer(serverOffer(8, 'audio'))
  await soon()
  made[1]?.become('connected')
  await vi.advanceTimersByTimeAsync(2000)
  expect(media.state().receiving).toBe('connected')
  media.close()
})

test('new addresses for what is sent, once they are agreed, are not asked for again', async () => {
  const { media, offers } = await answeredSpeaker([], false)
  made[0]?.become('connected')
  media.changeNetwork()
  await soon()
  media.takeAnswer(serverAnswer)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(offers()).toHaveLength(2)
  expect(made).toHaveLength(1)
  media.close()
})

test('a second press of "Try again" does nothing more, and what is sent goes on', async () => {
  const { media, offers, renew } = await answeredSpeaker()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [sending, receiving] = made
  sending?.become('connected')
  receiving?.become('disconnected')
  media.retry()
  media.retry()
  expect(renew).toHaveBeenCalledTimes(1)
  media.ready()
  await soon()
  expect(offers()).toHaveLength(1)
  expect(sending?.connectionState).toBe('connected')
  media.close()
})

test('who is the last to send is done with receiving: nothing is tried, and nothing is said to be blocked', async () => {
  const { media, renew } = participant([], false)
  media.setRole('host')
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  made.at(-1)?.become('connected')
  media.changeNetwork()
  media.ready()
  await soon()
  made.at(-1)?.become('failed')
  await vi.advanceTimersByTimeAsync(300_000)
  expect(renew).toHaveBeenCalledTimes(1)
  expect(media.state().receiving).toBe('connecting')
  media.close()
})

test('where a browser counts nothing, as Firefox while no one is heard, nothing counts as silent', async () => {
  const { media, renew } = participant()
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  const [first] = made
  if (first) first.bytes = 1200
  first?.become('connected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(media.state().receiving).toBe('connected')
  expect(renew).not.toHaveBeenCalled()
  media.close()
})

test('nothing is asked for while no one else sends', async () => {
  const { media, renew } = participant([], false)
  media.ready()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(renew).not.toHaveBeenCalled()
  expect(media.state().receiving).toBe('connecting')
  media.close()
})

test('nothing is tried while the media server is gone; when it is back, everything begins again', async () => {
  const { media, offers, renew } = participant()
  media.setRole('speaker')
  media.ready()
  media.takeOffer(serverOffer(7, 'audio'))
  await soon()
  media.lose()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(made.every(({ connectionState }) => connectionState === 'closed')).toBe(true)
  expect(offers()).toHaveLength(1)
  expect(renew).not.toHaveBeenCalled()
  expect(media.state()).toMatchObject({ lost: true })
  media.ready()
  await soon()
  expect(offers()).toHaveLength(2)
  media.close()
})
