import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { graduate, makeGrantingCourse } from '#test/support/certificates.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { oneOf } from '#test/support/in-all.ts'
import { paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let courseId: string
const limits: Limits = createLimits(memoryStore())

beforeAll(async () => {
  app = await createTestApp({
    config: { ...paymentKeys, publicUrl: 'https://courses.example.org' },
    overrides: { limits },
  })
  educator = await app.makeUser('educator', 'श्री क्षितिज द्विवेदी')
  courseId = await makeGrantingCourse(educator, 'बुनाई: धागे से कपड़े तक', 2)
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.server.inject({ url: path, headers })
const sheetOf = (serial: string, headers = {}) => get(`/api/certificate/${serial}/pdf`, headers)
async function textOf(bytes: Buffer): Promise<string> {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  expect(totalPages).toBe(1)
  return text.replaceAll(/\s+/g, ' ')
}

describe('the sheet of a certificate', () => {
  test('has a name in Devanagari letter by letter, with course, educator, dates, what was required and its address', async () => {
    const { serial } = await graduate(app, courseId, 'सुनीता श्रेष्ठ-कृष्णमूर्ति')
    const answer = await sheetOf(serial)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="certificate-${serial}.pdf"`,
    })
    const text = await textOf(answer.rawPayload)
    for (const part of [
      'सुनीता श्रेष्ठ-कृष्णमूर्ति',
      'बुनाई: धागे से कपड़े तक',
      'श्री क्षितिज द्विवेदी',
      'Certificate of completion',
      '2 texts read',
      serial,
      `https://courses.example.org/certificate/${serial}`,
    ])
      expect(text).toContain(part)
    expect((await sheetOf(serial)).rawPayload.equals(answer.rawPayload)).toBe(true)
  })

  test('speaks the language of who downloads it', async () => {
    const { serial } = await graduate(app, courseId, 'Asha Rao')
    const text = await textOf((await sheetOf(serial, { cookie: '__Host-vc_language=hi' })).rawPayload)
    expect(text).toContain('Asha Rao')
    expect(text).toContain('कोर्स पूरा करने का सर्टिफ़िकेट')
    expect(text).not.toContain('Certificate of completion')
    // the page says of what was required what the sheet says
    const page = await get(`/api/certificate/${serial}`, { cookie: '__Host-vc_language=hi' })
    for (const { text: said } of page.json().certificate.required) {
      expect(said).toMatch(/[\u0900-\u097f]/)
      expect(text).toContain(said)
    }
  })

  test('stays one page with the longest names and titles, and shows hostile ones as texts', async () => {
    const title = `<script>alert(1)</script> ${'विश्वविद्यालय '.repeat(9)}`.slice(0, 150)
    const long = await makeGrantingCourse(educator, title)
    const { serial } = await graduate(app, long, `&lt;b&gt; ${'Ananthapadmanabhan '.repeat(4)}`.slice(0, 80).trim())
    const text = await textOf((await sheetOf(serial)).rawPayload)
    expect(text).toContain('<script>alert(1)</script>')
    const picture = await get(`/api/certificate/${serial}/picture.png`)
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  const names: [what: string, name: string][] = [
    ['from right to left', 'محمد علي الخوارزمي'],
    ['of both directions', 'Asha (عائشة) Rao'],
    ['of letters that no font has', '𒀀𒁀 ꯃꯩꯇꯩ'],
    ['with an emoji', '👩🏽‍🚀 Asha 🇮🇳'],
    ['of emoji alone', '🪷🪷🪷'],
    ['of combining marks', 'Z̷̡̛a̶l̷g̶o̸'],
    ['as markup', '"><svg onload=alert(1)>'],
    ['as a template', '{{7*7}}%s'],
  ]
  test.each(oneOf(3, names))(
    'and everything else of a name %s is made, and has it as it was written',
    async (_name, name) => {
      const { serial, certificate } = await graduate(app, courseId, name)
      expect(certificate.name).toBe(name)
      const files = ['pdf', 'picture.png', 'credential'].map((file) => get(`/api/certificate/${serial}/${file}`))
      const [pdf, picture, credential] = await Promise.all(files)
      expect([pdf, picture, credential].map((answer) => answer?.statusCode)).toEqual([200, 200, 200])
      expect(credential?.json().credentialSubject.identifier[0].identityHash).toBe(name)
    },
  )

  test('has a picture for other sites', async () => {
    const { serial } = await graduate(app, courseId, 'सुनीता श्रेष्ठ')
    const answer = await get(`/api/certificate/${serial}/picture.png`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 630])
    // ink of the name on the white card
    expect(data.filter((byte, index) => index % info.channels === 0 && byte < 60).length).toBeGreaterThan(3000)
    expect(answer.rawPayload.length).toBeLessThan(120_000)
  })

  test('is not made of one that was withdrawn, or of none', async () => {
    const { student, serial } = await graduate(app, courseId)
    await withdraw(app, student)
    for (const file of ['pdf', 'picture.png']) {
      const answer = await get(`/api/certificate/${serial}/${file}`)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_certificate'])
      expect((await get(`/api/certificate/0000-0000-0000-0000/${file}`)).statusCode).toBe(404)
    }
  })
})

describe('a flood', () => {
  test.each([
    ['looking up numbers', () => '/api/certificate/0000-0000-0000-0000', 300],
    ['files', () => '/api/certificate/0000-0000-0000-0000/pdf', 60],
    ['lists', () => '/api/certificates/status/9', 300],
    ['keys', () => '/.well-known/did.json', 300],
  ])('of %s is refused with the time to wait', async (_name, path, most) => {
    const all = await Promise.all(Array.from({ length: most + 5 }, () => get(path())))
    const refused = all.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(5)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})
