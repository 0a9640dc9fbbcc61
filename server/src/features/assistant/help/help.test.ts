import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Endpoint, type SiteSettings } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { english, speak } from '#core/languages/language.ts'
import { decideWithdrawal } from '../../sales/rules.ts'
import { readIntents } from '../data/assistant-data.ts'
import { helpText, helpTopics } from './help.ts'
import { type HelpSite, type HelpWriter, helpWriter } from './help-topic.ts'

const root = join(import.meta.dirname, '../../../../..')
const routes = Array.from(
  readFileSync(join(root, 'web/src/routes.ts'), 'utf8').matchAll(/route\('([^']+)'/g),
  // with and without a parameter that may be left out
  ([, path = '']) => [`/${path}`, `/${path.replace(/\/:\w+\?$/, '')}`],
).flat()
const messages = readFileSync(join(root, 'locales/en.po'), 'utf8')
const endpoints = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, call]): [string, Endpoint] => [`${noun}.${name}`, call]),
)

const settings: HelpSite['settings'] = {
  siteName: 'Site',
  supportAddress: 'help@site.example',
  refundDays: 7,
  refundWatchedPercent: 20,
  sellerGstin: '',
  gstPercent: 18,
  livePeople: 50,
  secondStepFor: 'none',
}
const siteWith = (changes: Partial<SiteSettings> = {}): HelpSite => ({
  settings: { ...settings, ...changes },
  google: true,
  languages: ['English', 'हिन्दी'],
})
/** Sites that differ in each switch. */
const sites: HelpSite[] = [
  siteWith(),
  siteWith({ refundDays: 0 }),
  siteWith({ refundWatchedPercent: 0 }),
  siteWith({ supportAddress: '' }),
  siteWith({ sellerGstin: '27ABCDE1234F1Z5', secondStepFor: 'payees' }),
  { ...siteWith(), google: false, languages: ['English'] },
]

/** What a topic names of the site, on all these sites. */
function namedBy(key: string): { pages: Set<string>; names: Set<string>; settings: Set<string> } {
  const named = { pages: new Set<string>(), names: new Set<string>(), settings: new Set<string>() }
  for (const site of sites) {
    const writer = helpWriter(site, english)
    const recorder: HelpWriter = {
      ...writer,
      setting: (name) => {
        named.settings.add(name)
        return writer.setting(name)
      },
      page: (path, name) => {
        named.pages.add(path)
        named.names.add(english(name))
        return writer.page(path, name)
      },
      button: (name) => {
        named.names.add(english(name))
        return writer.button(name)
      },
    }
    helpTopics[key]?.text(recorder)
  }
  return named
}
const topics = Object.entries(helpTopics)

describe('what help relies on', () => {
  test.each(topics)(
    '%s: its pages are there, its buttons are texts of the pages, and it links to nothing else',
    (key) => {
      const { pages, names } = namedBy(key)
      for (const path of pages) expect(routes).toContain(path)
      for (const name of names) expect(messages).toContain(`msgid "${name}"\n`)
      for (const site of sites) {
        const text = helpText(key, site, english) ?? ''
        for (const [, path = ''] of text.matchAll(/\]\(([^)]*)\)/g)) expect(pages).toContain(path)
        expect(text).not.toMatch(/\{\w+\}|undefined/)
      }
    },
  )
  test('its calls are as they were when it was written: read the text of a topic whose line differs, then accept with -u', async () => {
    const lines = topics.flatMap(([key, { calls, denies }]) => [
      `${key}: settings ${[...namedBy(key).settings].sort().join(', ') || 'none'}${denies ? `; denies ${denies}` : ''}`,
      ...calls.map(
        ({ method, path, access, summary, errors }) =>
          `  ${method} ${path} ${access}: ${summary} [${errors.join(' ')}]`,
      ),
    ])
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('help-calls.txt')
  })
  test.each(topics.filter(([, { denies }]) => denies))(
    '%s: what it says is not there is not there',
    (_key, { denies }) => {
      const there = endpoints.map(([name, { path, summary }]) => `${name} ${path} ${summary}`)
      expect([...there, ...routes].filter((one) => denies?.test(one))).toEqual([])
    },
  )
  test('every call of students and visitors has help, or a reason to have none', () => {
    const explained = new Set(topics.flatMap(([, { calls }]) => calls))
    const open = endpoints
      .filter(([, call]) => ['public', 'signedIn', 'student'].includes(call.access) && !explained.has(call))
      .map(([name]) => name)
    expect(open.filter((name) => !withoutHelp.some((one) => one.test(name)))).toEqual([])
    for (const one of withoutHelp)
      expect(
        open.some((name) => one.test(name)),
        `${one} is not needed`,
      ).toBe(true)
  })
})

/** Calls that no one asks about: the pages make them, or the assistant is the help. */
const withoutHelp: readonly RegExp[] = [
  // the search and the assistant
  /^ai\./,
  // what pages read of courses
  /^courses\.(?:published|catalogue|suggest|mine|creator)$/,
  /^lectures\.list$/,
  /^reviews\.all$/,
  /^publicPages\./,
  /^sitePages\.agreement$/,
  // bytes of pages and players
  /^media\.(?:image|video|stream|streamFile|captions)$/,
  // what programs read that verify certificates
  /^certificates\.(?:status|issuer)$/,
  // servers of a call
  /^live\.ice$/,
  // controls of a live room, which stand there with their names
  /^(?:recordings|liveTogether|liveBoard)\./,
  // for those who were invited as admins
  /^invitations\./,
]

describe('what help says', () => {
  const sold = {
    soldAt: new Date(0),
    amount: 100_00,
    refunded: 0,
    status: 'paid',
    repeated: false,
    toWithhold: { amount: 0, bundles: [] },
  } as const
  const day = 24 * 3600 * 1000
  test.each([
    [7, 20],
    [14, 0],
    [1, 50],
    [0, 20],
  ])('refunds of %i days and %i %% are what the rules of sales decide', (refundDays, refundWatchedPercent) => {
    const text = helpText('refund', siteWith({ refundDays, refundWatchedPercent }), english) ?? ''
    const may = (days: number, watched: number): boolean =>
      decideWithdrawal({ ...sold, watched }, { refundDays, refundWatchedPercent }, new Date(days * day)).may
    expect(text.includes('You can refund a purchase yourself')).toBe(may(0, 0))
    if (refundDays === 0) return expect(text).toContain('write to help@site.example')
    expect(text).toMatch(new RegExp(`within ${refundDays} days?,`))
    expect([may(refundDays - 0.01, 0), may(refundDays, 0)]).toEqual([true, false])
    const limit = refundWatchedPercent / 100
    expect(may(0, limit + 0.001)).toBe(false)
    if (refundWatchedPercent === 0) return expect(text).toContain('watched nothing of it')
    expect(text).toContain(`less than ${refundWatchedPercent} %`)
    expect(may(0, limit - 0.01)).toBe(true)
  })
  test('switches change it', () => {
    expect(helpText('receipt', siteWith({ sellerGstin: '27ABCDE1234F1Z5' }), english)).toContain('GST invoice')
    expect(helpText('receipt', siteWith(), english)).toContain('It has no GST')
    expect(helpText('account', { ...siteWith(), google: false }, english)).not.toContain('Google')
    expect(helpText('language', siteWith(), english)).toContain('English, हिन्दी')
    expect(helpText('support', siteWith({ supportAddress: '' }), english)).toContain('has not named an address')
    expect(helpText('nothing', siteWith(), english)).toBeUndefined()
    expect(helpText('constructor', siteWith(), english)).toBeUndefined()
  })
  test.each(topics)('%s is said in Hindi, with the names that the Hindi pages have', (key) => {
    const text = helpText(key, siteWith(), speak('hi')) ?? ''
    const letters = text.replace(/\]\([^)]*\)|\S+@\S+/g, '').match(/\p{L}/gu) ?? []
    const hindi = letters.filter((one) => /\p{Script=Devanagari}/u.test(one))
    expect(hindi.length / letters.length, text).toBeGreaterThan(0.75)
  })
  test('every topic has examples, and every example of help a topic', () => {
    const labels = Object.keys(readIntents().examples).filter((label) => label.startsWith('help.'))
    expect(labels.sort()).toEqual(
      Object.keys(helpTopics)
        .map((key) => `help.${key}`)
        .sort(),
    )
  })
})
