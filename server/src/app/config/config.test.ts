import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const faultOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the configuration was accepted')
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://courses.example.org',
  DATA_DIR: '/var/lib/virtual-courses',
  PAYOUT_SECRET: '9d2f6b1c83a7e05f9d2f6b1c83a7e05f',
  RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn',
  RAZORPAY_KEY_SECRET: 'mQ2vX8pL5nR7tY1w',
  RAZORPAY_WEBHOOK_SECRET: 'kJ4hG9fD3sA6zX0c',
}

test('with nothing set, everything works on one machine', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8000,
    HOST: '127.0.0.1',
    publicUrl: 'http://localhost:8000',
    seed: 'demo',
    adminSignup: 'open',
    payments: 'sandbox',
    TIME_ZONE: 'Asia/Kolkata',
    STORAGE: 'disk',
    ROLE: 'all',
  })
})

test('an empty variable counts as not set', () => {
  const config = readConfig({ PORT: '', DATABASE_URL: '' })
  expect([config.PORT, config.DATABASE_URL]).toEqual([8000, undefined])
})

describe('a wrong value stops the start with a sentence that names the variable', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['NODE_ENV', 'prod'],
    ['PUBLIC_URL', 'courses.example.org'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgres://u:p@db:port/courses'],
    ['PUBLIC_URL', 'https://courses.example.org/?a=1'],
    ['PUBLIC_URL', 'https://user@courses.example.org'],
    ['TIME_ZONE', 'Asia/Calcuta1'],
    ['TRUST_PROXY', 'yes'],
    ['STORE_COPY', 'none'],
    ['SITE_LANGUAGE', 'tlh'],
    ['STORAGE', 'tape'],
    ['ROLE', 'king'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['PAYMENTS', 'cash'],
    ['LOG_LEVEL', 'loud'],
    ['AI_PROVIDER', 'oracle'],
    ['AI_BASE_URL', 'localhost:11434'],
    ['AI_DAILY_ANSWERS', '-1'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'Virtual Courses'],
    ['MAIL_FROM', 'A <a@x.example>\r\nBcc: b@x.example'],
    ['CODE_SECRET', 'short'],
    ['GOOGLE_ISSUER', 'http://accounts.example.org'],
  ])('%s=%s', (name, value) => expect(faultOf({ [name]: value })).toContain(`${name}:`))
  test('what is missing for a language model', () => {
    expect(faultOf({ AI_PROVIDER: 'google' })).toBe('AI_PROVIDER=google needs AI_API_KEY and AI_MODEL')
    expect(faultOf({ AI_PROVIDER: 'anthropic', AI_API_KEY: 'k' })).toBe('AI_PROVIDER=anthropic needs AI_MODEL')
    expect(faultOf({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' })).toContain('needs AI_BASE_URL')
    const ollama = { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: 'http://localhost:11434/v1', AI_MODEL: 'llama3.2' }
    expect(readConfig(ollama)).toMatchObject({ AI_PROVIDER: 'openai-compatible', AI_DAILY_ANSWERS: 1000 })
  })
  test('keys that are missing for Razorpay and S3', () => {
    expect(faultOf({ PAYMENTS: 'razorpay' })).toBe(
      'PAYMENTS=razorpay needs RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET: copy them from the Razorpay dashboard',
    )
    expect(faultOf({ STORAGE: 's3', S3_BUCKET: 'b' })).toMatch(/S3_REGION.*S3_ACCESS_KEY_ID/)
  })
})

describe('an address that is read otherwise than it was meant is refused with the way to write it', () => {
  test.each([
    ['DATABASE_URL', 'postgres://courses:pa#ss@db.example.org/courses', '"#": write # as %23'],
    ['DATABASE_URL', 'postgres://courses:#1@db.example.org/courses', '"#": write # as %23'],
    ['DATABASE_URL', 'postgres://courses:12#3@db.example.org:5432/courses', '"#": write # as %23'],
    ['DATABASE_URL', 'postgres://courses:pa/ss@db.example.org/courses', '"/": write / as %2F'],
    ['DATABASE_URL', 'postgres://courses:12/3@db.example.org/courses', '"/": write / as %2F'],
    ['DATABASE_URL', 'postgres://courses:pa?ss@db.example.org/courses', '"?": write ? as %3F'],
    ['DATABASE_URL', 'postgres://courses:pa@ss@db.example.org/courses', '"@": write @ as %40'],
    [
      'DATABASE_URL',
      'postgres://courses:pa%ss@db.example.org/courses',
      '"%" that begins no code of a character: write % as %25',
    ],
    ['DATABASE_URL', 'postgres://courses:100%@db.example.org/courses', 'write % as %25'],
    ['DATABASE_URL', 'postgres://courses:pa[ss@db.example.org/courses', 'write [ as %5B'],
    ['DATABASE_URL', 'postgres://courses:p@db.example.org/courses#1', 'write # as %23'],
    ['DATABASE_DIRECT_URL', 'postgres://courses:pa#ss@db.example.org/courses', 'write # as %23'],
    ['SMTP_URL', 'smtps://shop:pa#ss@mail.example.org', 'write # as %23'],
    ['SMTP_URL', 'smtps://shop@example.org:pass@mail.example.org', 'write @ as %40'],
    ['SMTP_URL', 'smtp://shop:pa/ss@mail.example.org:587', 'write / as %2F'],
    ['REDIS_URL', 'redis://:pa#ss@127.0.0.1:6379', 'write # as %23'],
    ['REDIS_URL', 'rediss://courses:50%@redis.example.org:6390/0', 'write % as %25'],
    ['DATABASE_URL', 'postgres://u:p@db/courses?sslmode=on', 'sslmode must be one of: disable'],
    ['DATABASE_URL', 'postgres://u:p@db/courses?sslmode=no-verify', 'sslmode must be one of: disable'],
    ['DATABASE_URL', 'postgres://u:p@db/courses?sslmode=verify-ca', 'needs sslrootcert=FILE'],
    ['DATABASE_URL', 'postgres://u:p@db/courses?ssl=true', 'say sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:p@db/courses?client_encoding=latin1', 'leave client_encoding out'],
    ['PUBLIC_URL', 'https://example.org/shop', 'has a path (/shop)'],
    ['PUBLIC_URL', 'https://example.org/shop/', 'like https://shop.example.org'],
    ['DATABASE_URL', '"postgres://u:p@db/courses"', 'stands in quotes'],
    ['S3_ENDPOINT', "'https://s3.example.org'", 'stands in quotes'],
    ['S3_SECRET_ACCESS_KEY', 'secret\r', 'has a line break'],
    ['DATABASE_URL', 'postgres://u:p@db/courses\n', 'has a line break'],
    ['PUBLIC_URL', ' https://courses.example.org', 'begins or ends with a space'],
    ['S3_ENDPOINT', 'https://s3.exa mple.org', 'S3_ENDPOINT:'],
  ])('%s=%s', (name, value, sentence) => {
    const fault = faultOf({ DATABASE_URL: 'postgres://u:p@pooler/courses', [name]: value })
    expect(fault).toContain(`${name}: `)
    expect(fault).toContain(sentence)
    expect(fault).not.toContain('pa#ss')
  })

  test('what is written as it should be is taken', () => {
    for (const DATABASE_URL of [
      'postgres://courses:pa%23s%2Fs%40%25@db.example.org:5432/courses?sslmode=require',
      'postgresql://courses@%2Fvar%2Frun%2Fpostgresql/courses',
      'postgres://courses:p@[2001:db8::7]:5432/courses?sslmode=verify-ca&sslrootcert=/etc/ssl/ca.pem',
      'postgres://test@localhost/courses?host=%2Ftmp%2Fsocket',
      'postgres://db.example.org/courses?user=a%40b',
      'postgres://db.example.org:5432/courses?application_name=a@b',
    ])
      expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
    const SMTP_URL = 'smtps://shop%40example.org:pa%23ss@mail.example.org:465'
    expect(readConfig({ SMTP_URL, REDIS_URL: 'rediss://:p%2Fw@redis.example.org:6390/1' }).SMTP_URL).toBe(SMTP_URL)
  })

  test('the address of the site is its origin, however it is written', () => {
    for (const PUBLIC_URL of ['https://courses.example.org//', 'https://Courses.Example.org:443'])
      expect(readConfig({ PUBLIC_URL }).publicUrl).toBe('https://courses.example.org')
  })
})

describe('production keeps what it must not lose where no new version replaces it', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vc-config-')))
  afterAll(() => rmSync(root, { recursive: true }))
  const program = resolve(import.meta.dirname, '../../../..')
  const without = (name: keyof typeof production) =>
    Object.fromEntries(Object.entries(production).filter(([one]) => one !== name))

  test('DATA_DIR is named, absolute and outside of every version of the program', () => {
    const version = join(root, 'virtual-courses-0.1.0')
    mkdirSync(join(version, 'data'), { recursive: true })
    writeFileSync(join(version, 'package.json'), JSON.stringify({ name: 'virtual-courses' }))
    symlinkSync(version, join(root, 'virtual-courses'))
    symlinkSync(join(version, 'data'), join(root, 'elsewhere'))
    symlinkSync(root, join(version, 'out'))
    expect(faultOf(without('DATA_DIR'))).toMatch(/^DATA_DIR: production needs an absolute path/)
    for (const DATA_DIR of [
      'data',
      './data',
      join(program, 'data'),
      `${program}/../${basename(program)}/data`,
      join(version, 'data'),
      join(root, 'virtual-courses/data'),
      join(root, 'elsewhere'),
      join(root, 'elsewhere/deeper/not-there-yet'),
      join(version, 'out/kept'),
    ])
      expect(faultOf({ ...production, DATA_DIR })).toMatch(/^DATA_DIR: /)
    expect(readConfig({ ...production, DATA_DIR: join(root, 'kept') }).DATA_DIR).toBe(join(root, 'kept'))
  })

  test('PAYOUT_SECRET is named, and no placeholder', () => {
    expect(faultOf(without('PAYOUT_SECRET'))).toMatch(/^PAYOUT_SECRET: production needs it by name.*payout-secret/)
    expect(faultOf({ ...production, PAYOUT_SECRET: 'change-me-change-me-change-me-change-me' })).toMatch(
      /^PAYOUT_SECRET: /,
    )
  })
})

describe('production', () => {
  test('starts with real settings, closed and empty', () => {
    expect(readConfig(production)).toMatchObject({ payments: 'razorpay', seed: 'none', adminSignup: 'closed' })
  })
  test.each([
    ['an http address', { PUBLIC_URL: 'http://courses.example.org' }, 'PUBLIC_URL'],
    ['the sandbox', { PAYMENTS: 'sandbox' }, 'PAYMENTS'],
    ['demo data', { SEED: 'demo' }, 'SEED'],
    ['a placeholder secret', { RAZORPAY_KEY_SECRET: 'changeme-please' }, 'RAZORPAY_KEY_SECRET'],
    ['a short secret', { RAZORPAY_WEBHOOK_SECRET: 'abc' }, 'RAZORPAY_WEBHOOK_SECRET'],
  ])('refuses %s', (_name, changes, variable) =>
    expect(faultOf({ ...production, ...changes })).toContain(`${variable}:`),
  )
  test('names each placeholder that is left in the file of settings of the runbook', () => {
    const file = join(import.meta.dirname, '../../../../deploy/systemd/virtual-courses.env')
    const left = Object.entries(parseEnv(readFileSync(file, 'utf8'))).filter(([, value]) =>
      value?.startsWith('REPLACE'),
    )
    expect(left.length).toBeGreaterThan(0)
    for (const [name, value] of left)
      expect(faultOf({ ...production, [name]: value }), name).toMatch(new RegExp(`^${name}: `))
  })
  test('takes an identity provider by https only', () => {
    const google = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'mQ2vX8pL5nR7tY1w' }
    const fault = faultOf({ ...production, ...google, GOOGLE_ISSUER: 'http://127.0.0.1:3000' })
    expect(fault).toContain('GOOGLE_ISSUER:')
    expect(readConfig({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:3000' }).google).toBe('google')
  })
  test('does not repeat a secret in its complaint', () => {
    expect(faultOf({ ...production, RAZORPAY_KEY_SECRET: 'changeme-please' })).not.toContain('changeme-please')
  })
})

describe('live sessions', () => {
  test('have two STUN servers, a mesh of six and no relay', () => {
    expect(readConfig({})).toMatchObject({
      LIVE_MEDIA: 'mesh',
      LIVE_MAX_PEOPLE: 6,
      STUN_URLS: ['stun:stun.l.google.com:19302', 'stun:stun.cloudflare.com:3478'],
      TURN_URLS: [],
    })
  })

  test('take lists of servers; a relay needs its secret', () => {
    const TURN_URLS = 'turn:a.example:3478?transport=udp, turns:a.example:5349?transport=tcp'
    const TURN_SECRET = '0123456789abcdef'
    expect(readConfig({ TURN_URLS, TURN_SECRET, STUN_URLS: 'stun:a.example' })).toMatchObject({
      STUN_URLS: ['stun:a.example'],
      TURN_URLS: ['turn:a.example:3478?transport=udp', 'turns:a.example:5349?transport=tcp'],
    })
    expect(faultOf({ TURN_URLS })).toMatch(/^TURN_URLS needs TURN_SECRET/)
    expect(faultOf({ TURN_URLS, TURN_SECRET: 'short' })).toMatch(/^TURN_SECRET: /)
    expect(faultOf({ TURN_URLS: 'https://a.example', TURN_SECRET })).toMatch(/^TURN_URLS: must be addresses like/)
    expect(faultOf({ STUN_URLS: 'turn:a.example' })).toMatch(/^STUN_URLS: must be addresses like/)
  })

  test('go through Janus, which needs its secret, and encryption outside of a private network', () => {
    const JANUS_API_SECRET = '0123456789abcdef'
    const janus = { LIVE_MEDIA: 'janus', JANUS_API_SECRET, JANUS_URL: 'ws://10.0.0.5:8188' }
    expect(readConfig({ ...janus, JANUS_URL: 'ws://janus:8188, east=wss://media.example.org/janus' })).toMatchObject({
      LIVE_MAX_PEOPLE: 300,
      JANUS_URL: [
        { name: 'janus:8188', url: 'ws://janus:8188' },
        { name: 'east', url: 'wss://media.example.org/janus' },
      ],
    })
    expect(readConfig({ ...janus, LIVE_MAX_PEOPLE: '40' }).LIVE_MAX_PEOPLE).toBe(40)
    expect(faultOf({ ...janus, JANUS_URL: '' })).toMatch(/^LIVE_MEDIA=janus needs JANUS_URL and JANUS_API_SECRET/)
    expect(faultOf({ ...janus, JANUS_API_SECRET: '' })).toMatch(/^LIVE_MEDIA=janus needs/)
    const JANUS_RECORDINGS_DIR = '/var/lib/live-recordings'
    expect(readConfig({ ...janus, JANUS_RECORDINGS_DIR })).toMatchObject({ JANUS_RECORDINGS_DIR })
    expect(readConfig({ ROLE: 'worker', JANUS_RECORDINGS_DIR })).toMatchObject({ JANUS_RECORDINGS_DIR })
    for (const LIVE_MEDIA of ['mesh', 'embedded'])
      expect(faultOf({ LIVE_MEDIA, JANUS_RECORDINGS_DIR })).toMatch(/^JANUS_RECORDINGS_DIR needs LIVE_MEDIA=janus/)
    expect(faultOf({ ...janus, JANUS_API_SECRET: 'short' })).toMatch(/^JANUS_API_SECRET: /)
    for (const JANUS_URL of ['ws://media.example.org:8188', 'ws://8.8.8.8:8188', 'ws://[2001:db8::1]:8188'])
      expect(faultOf({ ...janus, JANUS_URL })).toMatch(/^JANUS_URL: leads to \S+ over the internet without encryption/)
    for (const JANUS_URL of ['http://10.0.0.5:8088', 'a b=ws://10.0.0.5', 'ws://', '10.0.0.5:8188'])
      expect(faultOf({ ...janus, JANUS_URL })).toMatch(/^JANUS_URL: must be addresses like/)
    expect(faultOf({ ...janus, JANUS_URL: 'a=ws://10.0.0.5,a=ws://10.0.0.6' })).toMatch(/twice/)
    const password = faultOf({ ...janus, JANUS_URL: 'ws://me:hush@10.0.0.5:8188' })
    expect(password).toMatch(/^JANUS_URL: must be addresses without a password/)
    expect(password).not.toContain('hush')
  })

  test('refuse ways for media that this version has not, and odd sizes', () => {
    expect(faultOf({ LIVE_MEDIA: 'sfu' })).toMatch(/^LIVE_MEDIA: must be one of: mesh, janus, embedded/)
    expect(readConfig({ LIVE_MEDIA: 'embedded', LIVE_MEDIA_ADDRESS: '203.0.113.9' })).toMatchObject({
      LIVE_MEDIA_PORT: 40_000,
      LIVE_MAX_PEOPLE: 60,
    })
    expect(faultOf({ LIVE_MEDIA_ADDRESS: 'media.example.org' })).toMatch(/^LIVE_MEDIA_ADDRESS: /)
    for (const LIVE_MAX_PEOPLE of ['1', '5001', '2.5', 'many'])
      expect(faultOf({ LIVE_MAX_PEOPLE })).toBe('LIVE_MAX_PEOPLE: must be a whole number from 2 to 5000')
  })
})

test('a pooler and a search process are told which database and which secret are theirs', () => {
  const pooler = 'postgres://courses@127.0.0.1:6432/courses'
  const database = 'postgres://courses@127.0.0.1:5432/courses'
  expect(readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: database })).toMatchObject({
    DATABASE_DIRECT_URL: database,
  })
  expect(faultOf({ DATABASE_DIRECT_URL: database })).toMatch(/^DATABASE_DIRECT_URL needs DATABASE_URL/)
  const web = { ROLE: 'web', SEARCH_URL: 'http://10.0.0.5:8100, http://10.0.0.6:8100' }
  const CODE_SECRET = 'the same in all processes, and long'
  expect(readConfig({ ...web, CODE_SECRET }).SEARCH_URL).toEqual(['http://10.0.0.5:8100', 'http://10.0.0.6:8100'])
  for (const env of [web, { ROLE: 'search' }]) expect(faultOf(env)).toMatch(/need CODE_SECRET/)
  for (const SEARCH_URL of ['10.0.0.5:8100', 'http://10.0.0.5/search', 'ftp://10.0.0.5'])
    expect(faultOf({ ...web, CODE_SECRET, SEARCH_URL })).toMatch(/^SEARCH_URL: must be addresses like/)
})
