import { describe, expect, it } from 'vitest'
import { answersAnother, connectionOf, offerName, withOfferName } from './offer-names.ts'

const sdp = 'v=0\r\no=- 4611731400430051336 2 IN IP4 127.0.0.1\r\ns=-\r\n'
const next = sdp.replace(' 2 IN', ' 3 IN')

describe('which connection wrote a description', () => {
  it('is the same in all its offers', () => {
    expect(connectionOf(sdp)).toBe('4611731400430051336')
    expect(connectionOf(next)).toBe(connectionOf(sdp))
  })
  it('is unknown without an origin', () => expect(connectionOf('v=0\r\n')).toBe(''))
})

describe('which offer an answer is for', () => {
  const answer = `${sdp}t=0 0\r\na=group:BUNDLE 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n`
  it('is said before its media, once', () => {
    const named = withOfferName(answer, sdp)
    expect(named.replace('a=x-answers:4611731400430051336 2\r\n', '')).toBe(answer)
    expect(named.indexOf('a=x-answers')).toBeLessThan(named.indexOf('m=audio'))
    expect(answersAnother(named, sdp)).toBe(false)
  })
  it('differs between the offers of one connection, and between connections', () => {
    expect(offerName(sdp)).not.toBe(offerName(next))
    const named = withOfferName(answer, sdp)
    expect(answersAnother(named, next)).toBe(true)
    expect(answersAnother(named, sdp.replace('4611', '4612'))).toBe(true)
    expect(answersAnother(named, 'v=0')).toBe(true)
  })
  it('repeats nothing of the answer for a name that asks for it', () => {
    const forged = "v=0\r\no=- $`$&$' 1 IN IP4 127.0.0.1\r\n"
    const named = withOfferName(answer, forged)
    expect(named.replace("a=x-answers:$`$&$' 1\r\n", '')).toBe(answer)
    expect(answersAnother(named, forged)).toBe(false)
  })
  it('is not said by other clients', () => {
    expect(answersAnother(answer, sdp)).toBe(false)
    expect(withOfferName(answer, 'v=0')).toBe(answer)
  })
})
