import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto'
import type { NewPasskeyAnswer, PasskeyAnswer } from '@virtual-courses/contract'

const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value])
/** Head of a CBOR item (RFC 8949): its major type and a length or number below 2^16. */
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const map = (...entries: Buffer[]): Buffer => Buffer.concat([head(5, entries.length / 2), ...entries])

const flags = { present: 1, verified: 4, attested: 64 }

type Options = { origin?: string; verified?: boolean; counter?: number }

/** An authenticator in software with one credential (ES256), for `http://localhost:8000` unless told otherwise. */
export function createSoftPasskey(rpId = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string, origin = 'http://localhost:8000') =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (extra: number, count: number, rest = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.from([flags.present | extra]), counted, rest])
  }
  return {
    credentialId,
    /** Answers `PasskeyCreation`. */
    create({ challenge }: { challenge: string }, { origin, verified = true }: Options = {}): NewPasskeyAnswer {
      const key = map(
        Buffer.from([0x01]),
        Buffer.from([0x02]), // kty: EC2
        Buffer.from([0x03]),
        Buffer.from([0x26]), // alg: ES256
        Buffer.from([0x20]),
        Buffer.from([0x01]), // crv: P-256
        Buffer.from([0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authData(flags.attested | (verified ? flags.verified : 0), counter, credential)
      const object = map(text('fmt'), text('none'), text('attStmt'), map(), text('authData'), bytes(data))
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers `PasskeyRequest`; counts up unless `counter` is given. */
    answer(
      { challenge }: { challenge: string },
      { origin, verified = true, counter: given }: Options = {},
    ): PasskeyAnswer {
      const data = authData(verified ? flags.verified : 0, given ?? ++counter)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash('sha256', client, 'buffer')]))
        .sign(privateKey)
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
