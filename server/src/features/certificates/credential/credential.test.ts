import { gunzipSync } from 'node:zlib'
import { verifyCredential } from '@digitalcredentials/verifier-core'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { graduate, makeGrantingCourse } from '#test/support/certificates.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { packBits } from './build.ts'
import { didOf } from './issuer.ts'

const site = 'https://courses.example.org'
let app: TestApp
let educator: TestUser
let courseId: string

beforeAll(async () => {
  app = await createTestApp({ config: { ...paymentKeys, publicUrl: site } })
  educator = await app.makeUser('educator', 'Meera Iyer')
  courseId = await makeGrantingCourse(educator)
})
afterAll(() => app.close())
afterEach(() => vi.unstubAllGlobals())

const get = (url: string) => app.server.inject({ url })
const credentialOf = async (serial: string) => (await get(`/api/certificate/${serial}/credential`)).json()

/** Addresses that the verifier has asked for. The site answers as over a network; the schema of Open Badges is not checked. */
function serveSite(): string[] {
  const origin = app.deps.config.publicUrl
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: Request | URL | string) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push(url.href)
    if (url.origin === origin) {
      const answer = await get(url.pathname)
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: { 'content-type': String(answer.headers['content-type']) },
      })
    }
    if (url.hostname === 'purl.imsglobal.org' && url.pathname.includes('/schema/')) return Response.json({})
    return new Response('', { status: 404 })
  })
  return asked
}

/** The steps of a verification by a library that is not ours. */
async function verified(credential: object): Promise<Record<string, unknown>> {
  const asked = serveSite()
  const result = await verifyCredential({
    credential: structuredClone(credential) as Parameters<typeof verifyCredential>[0]['credential'], // JSON of ours
    knownDIDRegistries: [],
  })
  const steps = Object.fromEntries((result.log ?? []).map(({ id, valid, error }) => [id, error?.name ?? valid]))
  return {
    ...steps,
    errors: result.errors?.map(({ name }) => name),
    foreign: asked.filter((url) => !url.startsWith(app.deps.config.publicUrl) && !url.includes('/schema/')),
  }
}

describe('a verifiable credential', () => {
  test('of a certificate is verified by a library that is not ours, and so is its withdrawal', async () => {
    const { student, serial } = await graduate(app, courseId, 'सुनीता श्रेष्ठ')
    const credential = await credentialOf(serial)
    expect(credential).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: 'did:web:courses.example.org' },
      credentialSubject: {
        identifier: [{ identityHash: 'सुनीता श्रेष्ठ', identityType: 'name' }],
        achievement: { name: 'Weaving', criteria: { narrative: '1 text read' } },
      },
      proof: { cryptosuite: 'eddsa-rdfc-2022' },
    })
    const good = await verified(credential)
    expect(good).toMatchObject({ valid_signature: true, revocation_status: true, errors: undefined, foreign: [] })
    await withdraw(app, student)
    expect(await verified(credential)).toMatchObject({ valid_signature: true, revocation_status: false })
    expect(await credentialOf(serial)).toEqual(credential)
  })

  test('that was changed is not verified', async () => {
    const { serial } = await graduate(app, courseId)
    const credential = await credentialOf(serial)
    const forged = structuredClone(credential)
    forged.credentialSubject.identifier[0].identityHash = 'Mallory'
    expect(await verified(forged)).toMatchObject({ errors: ['invalid_signature'] })
  })

  test('that an old key has signed stays verified after the next key has taken its place', async () => {
    // the verifier keeps the keys of an issuer that it has seen
    app.deps.config.publicUrl = 'https://school.example.org'
    const { serial } = await graduate(app, courseId)
    const credential = await credentialOf(serial)
    const old = app.deps.certificateSecret
    app.deps.certificateSecret = 'another secret of thirty-two letters'
    const { serial: later } = await graduate(app, courseId, 'Bela Nair')
    const next = await credentialOf(later)
    expect(next.proof.verificationMethod).not.toBe(credential.proof.verificationMethod)
    for (const one of [credential, next]) expect(await verified(one)).toMatchObject({ valid_signature: true })
    const { verificationMethod } = (await get('/.well-known/did.json')).json()
    expect(verificationMethod).toHaveLength(2)
    app.deps.certificateSecret = old
    app.deps.config.publicUrl = site
  })

  test('is signed once and does not change, however many ask at once', async () => {
    const { serial } = await graduate(app, courseId)
    const texts = await Promise.all(Array.from({ length: 4 }, () => credentialOf(serial)))
    expect(new Set(texts.map((one) => JSON.stringify(one))).size).toBe(1)
    await sql`update certificates set credential = null where serial = ${serial}`.execute(app.deps.db)
    expect(await credentialOf(serial)).toEqual(texts[0])
  })

  test('may be read by pages of other sites, without a session', async () => {
    const { serial } = await graduate(app, courseId)
    for (const path of [
      `/api/certificate/${serial}/credential`,
      '/api/certificates/status/0',
      '/.well-known/did.json',
    ]) {
      const answer = await app.server.inject({ url: path, headers: { origin: 'https://verifier.example' } })
      expect([path, answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([path, 200, '*'])
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('there is none of an unknown certificate, nor a list that no certificate is in', async () => {
    for (const path of ['/api/certificate/0000-0000-0000-0000/credential', '/api/certificates/status/7'])
      expect((await get(path)).json()).toMatchObject({ code: 'not_found' })
  })
})

test('a list of bits has the first place in the highest bit of the first byte', () => {
  const bytes = gunzipSync(Buffer.from(packBits([0, 9, 131_071]).slice(1), 'base64url'))
  expect([bytes.length, bytes[0], bytes[1], bytes[16_383]]).toEqual([16_384, 128, 64, 1])
})

test('the issuer is the host of the site, with its port', () => {
  expect(didOf('https://courses.example.org')).toBe('did:web:courses.example.org')
  expect(didOf('http://localhost:8000')).toBe('did:web:localhost%3A8000')
})
