import { api, type Lecture, maxCaptionLanguages, maxCaptionsLength } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { readCaptions } from './read-captions.ts'

describe('a file of captions', () => {
  test('may be WebVTT: styles, notes, names and positions are dropped, the text is kept', () => {
    const file = [
      '\uFEFFWEBVTT - Lecture one',
      'Kind: captions',
      '',
      'STYLE',
      '::cue { background: url(https://example.com/spy) }',
      '',
      'NOTE no one sees this',
      '',
      'intro',
      '00:01.000 --> 00:03.500 align:start position:0%',
      '<v Asha>नमस्ते, <i>welcome</i>',
      'to the course',
      '',
      '01:00:00.000 --> 01:00:02.000',
      'a --> b',
    ].join('\r\n')
    expect(readCaptions(file)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n<v Asha>नमस्ते, <i>welcome</i>\nto the course\n\n' +
        '01:00:00.000 --> 01:00:02.000\na --&gt; b\n',
    )
  })

  test('may be SubRip, with its comma decimals and numbers, in any order', () => {
    const file = '2\n00:00:05,000 --> 00:00:06,000\nsecond\n\n1\n00:00:01,000 --> 00:00:02,000\nfirst\n'
    expect(readCaptions(file)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nfirst\n\n00:00:05.000 --> 00:00:06.000\nsecond\n',
    )
  })

  /** Returns the cues: start and end in seconds, and text. */
  const saidIn = (file: string) =>
    readCaptions(file)
      .split('\n\n')
      .slice(1)
      .map((cue) => {
        const [times = '', ...words] = cue.trimEnd().split('\n')
        const [start, end] = times.split(' --> ').map((one) => {
          const [hours, minutes, seconds] = one.split(':').map(Number)
          return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
        })
        return [start, end, words.join('\n')]
      })
  const srt = (...texts: string[]) =>
    texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join('\n')
  const wordsOf = (file: string) => saidIn(file).map(([, , words]) => words)

  test('of a programming lesson keeps its code, and drops positions', () => {
    const file = srt(
      'Use List<String> and Map<K, V> here',
      'if (a < b && c > d) return',
      '{\\an8}at the top',
      'An &amp; in HTML is &amp;, <h1> and <!-- a --> are text',
      '<i>then</i> <font color="#ff0000">red</font> and the <b> tag',
      'Vec<v> {\\pos(10,20)\\c&H00FF00&}and {\\frac 1 2}, {\\alpha} {b}',
      '<i>it goes on',
      'x-->y and <i >a</i></font>',
    )
    expect(wordsOf(file)).toEqual([
      'Use List&lt;String&gt; and Map&lt;K, V&gt; here',
      'if (a &lt; b &amp;&amp; c &gt; d) return',
      'at the top',
      'An &amp;amp; in HTML is &amp;amp;, &lt;h1&gt; and &lt;!-- a --&gt; are text',
      '<i>then</i> red and the &lt;b&gt; tag',
      'Vec&lt;v&gt; and {\\frac 1 2}, {\\alpha} {b}',
      '<i>it goes on',
      'x--&gt;y and <i>a</i>',
    ])
  })

  test('is read at once, however many commands an unfinished brace has', () => {
    const text = `{${'\\t()'.repeat(28)}x`
    const long = `{${'\\t(\\fs2)'.repeat(5000)}x`
    const before = performance.now()
    expect(wordsOf(srt(text, long, '{\\t(0,500,\\clip(1,2,3,4))\\pos(1,2)}moved'))).toEqual([text, long, 'moved'])
    expect(performance.now() - before).toBeLessThan(1000)
  })

  test('in WebVTT keeps code that is not a WebVTT tag, and WebVTT’s own tags and entities', () => {
    const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`
    for (const [words, written] of [
      ['List<String> of Vec<v>', 'List&lt;String&gt; of Vec&lt;v&gt;'],
      ['if (a <b && c> d) R&D', 'if (a &lt;b &amp;&amp; c&gt; d) R&amp;D'],
      ['<v.loud Asha>a &lt;b&gt; &amp; &eacute;</v>', '<v.loud Asha>a &lt;b&gt; &amp; &eacute;</v>'],
      ['<00:00:01.500><c.yellow.bg_blue>now</c> <lang en-GB>well</lang>', null],
      ['<v a-->b', '&lt;v a--&gt;b'],
      ['{\\an8}<font color="red">top</font>', 'top'],
    ])
      expect(wordsOf(vtt(words ?? ''))).toEqual([written ?? words])
  })

  test('is unchanged when it is saved again', () => {
    const once = readCaptions(srt('a < b && <i>c</i> --> {\\an8}&lt;', '<b>x', 'List<String>'))
    expect(readCaptions(once)).toBe(once)
  })

  test.each<[string, string, unknown[]]>([
    [
      'no empty lines between cues',
      '1\n0:0:0,500 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n',
      ['One', 'Two'],
    ],
    ['empty lines inside', srt('int a;\n\nint b;', 'Two'), ['int a;\nint b;', 'Two']],
    ['credits at its end', `${srt('One')}\n\nMade by Asha\n`, ['One\nMade by Asha']],
    ['text before its first timings', `Lesson one\n\n${srt('One')}`, ['One']],
    ['arrows without spaces', '1\n00:00:00,000-->00:00:01,000\nOne\n', ['One']],
    ['decimal points, and positions after its timings', '1\n00:00:00.000 --> 00:00:01.000  X1:1 X2:2\nOne\n', ['One']],
    ['spaces in its timings', '1\n00: 00: 00, 000 -> 00: 00: 01, 000\nOne\n', ['One']],
    ['no numbers', '00:00:00,000 --> 00:00:01,000\n42\n00:00:01,000 --> 00:00:02,000\nTwo\n', ['42', 'Two']],
    [
      'numbers apart from its times',
      '1\n\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n\n00:00:01,000 --> 00:00:02,000\nTwo',
      ['One', 'Two'],
    ],
    ['a number in its text', srt('The answer is\n42', 'Two'), ['The answer is\n42', 'Two']],
    ['no hours', '1\n75:00,000 --> 75:01,000\nOne', ['One']],
    ['line endings of old systems', srt('One', 'Two').replaceAll('\n', '\r'), ['One', 'Two']],
    ['doubled line endings', srt('One', 'Two').replaceAll('\n', '\r\r\n'), ['One', 'Two']],
    ['byte order marks', `\ufeff${srt('One')}\n\ufeff${srt('Two')}`, ['One', 'Two']],
    ['empty cues', srt('{\\an8}', '<i></i>', 'Three'), ['Three']],
    ['captions right after its header', 'WEBVTT\n00:00.000 --> 00:01.000\nOne', ['One']],
    [
      'WebVTT without empty lines',
      'WEBVTT\n\n00:00.000 --> 00:01.000\nOne\n00:01.000 --> 00:02.000\nTwo',
      ['One', 'Two'],
    ],
  ])('with %s is read as players read it', (_how, file, words) => expect(wordsOf(file)).toEqual(words))

  test('shows a caption without a duration until the next one, for a limited time', () => {
    const at = (seconds: number) => `00:00:0${seconds},000`
    const file = [
      [1, 1],
      [2, 2],
      [2, 2],
      [6, 6],
    ].map(([from = 0, to = 0]) => `${at(from)} --> ${at(to)}\nx\n`)
    expect(saidIn(file.join('\n')).map(([start, end]) => [start, end])).toEqual([
      [1, 2],
      [2, 4],
      [2, 4],
      [6, 8],
    ])
  })

  test.each([
    ['nothing', '', /no captions/],
    ['only tags', '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}\n', /no captions/],
    ['truncated timings', `${srt('One')}\n2\n00:00:02,000 --> \nTwo\n`, /^Line 6: these times cannot be read/],
    ['letters instead of digits', `${srt('One')}\n2\n00:00:0l,000 --> 00:00:03,000\nTwo\n`, /^Line 6: these times/],
    ['more than the limit', srt('<'.repeat(maxCaptionsLength / 3)), /too long/],
    ['only a header', 'WEBVTT\n\n', /no captions/],
    ['an HTML page', '<!doctype html>\n<script>alert(1)</script>', /^Line 1: these are no captions/],
    ['meaningless timings', 'WEBVTT\n\n00:99:00.000 --> 00:00:02.000\nx', /^Line 3: these times cannot be read/],
    ['an end before the beginning', 'WEBVTT\n\n00:03.000 --> 00:02.000\nx', /^Line 3: this caption ends before/],
    ['another encoding', 'WEBVTT\n\n00:01.000 --> 00:02.000\nna\uFFFDve', /^Line 4: .*UTF-8/],
    ['text without timings', 'WEBVTT\n\nhello\nthere\nyou', /^Line 3/],
  ])('with %s is refused with a sentence', (_name, file, sentence) => {
    expect(() => readCaptions(file)).toThrow(
      expect.objectContaining({ code: 'wrong_captions', message: expect.stringMatching(sentence) }),
    )
  })

  test('crafted to be slow is parsed in time', () => {
    const started = performance.now()
    for (const file of ['0'.repeat(maxCaptionsLength), `${' '.repeat(maxCaptionsLength - 3)}-->`, '-->'.repeat(90_000)])
      expect(() => readCaptions(file)).toThrow()
    const begin = '00:01.000 --> 00:02.000\n'
    for (const part of [
      '<',
      '<i>',
      '{\\',
      '\r',
      '\n',
      '\n\n1',
      '&a',
      '00:',
      `${begin}${begin}`,
      `{\\an8\\t(`,
      '<i></b>',
      ' \t',
    ]) {
      const text = part.repeat(maxCaptionsLength / 4 / part.length)
      for (const file of [`${begin}${text}`, `WEBVTT\n\n${begin}${text}`])
        expect(() => readCaptions(file)).not.toThrow(RangeError)
    }
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

describe('captions of a lecture', () => {
  let app: TestApp
  let educator: TestUser
  let lecture: Lecture
  beforeAll(async () => {
    app = await createTestApp()
    educator = await app.makeUser('educator')
    const course = await makeCourse(educator)
    lecture = await uploadVideo(educator, (await makeLecture(educator, course._id))._id, true)
  })
  afterAll(() => app.close())
  const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`
  const set = (user: Pick<TestUser, 'call'>, language: string, text: string, lectureId = lecture._id) =>
    user.call(api.lectures.setCaptions, { params: { lectureId }, body: { language, text } })
  const remove = (user: Pick<TestUser, 'call'>, language: string, lectureId = lecture._id) =>
    user.call(api.lectures.removeCaptions, { params: { lectureId, language } })

  test('are set, replaced and removed, and the player gets them', async () => {
    await set(educator, 'en', vtt('Hello'))
    const { lecture: both } = await set(educator, 'hi', vtt('नमस्ते'))
    expect(both.captions?.map(({ language, label }) => [language, label])).toEqual([
      ['en', 'English'],
      ['hi', 'हिन्दी'],
    ])
    await set(educator, 'EN', vtt('Hello again'))
    const url = both.captions?.[0]?.url ?? ''
    expect((await app.server.inject({ url })).body).toContain('Hello again')
    const { lecture: one } = await remove(educator, 'hi')
    expect(one.captions?.map(({ language }) => language)).toEqual(['en'])
    await remove(educator, 'hi')
    await set(educator, 'ta', vtt('வணக்கம்'))
    expect((await remove(educator, 'TA')).lecture.captions?.map(({ language }) => language)).toEqual(['en'])
    expect((await app.server.inject({ url })).statusCode).toBe(200)
  })

  test('are removed with their video', async () => {
    await set(educator, 'en', vtt('Hello'))
    expect((await uploadVideo(educator, lecture._id, true)).captions).toEqual([])
  })

  test('replace only the version that the editor has loaded: the later one of two tabs gets an error', async () => {
    const save = (words: string, replaces: string | null) =>
      educator.call(api.lectures.setCaptions, {
        params: { lectureId: lecture._id },
        body: { language: 'bn', text: vtt(words), source: 'editor', replaces },
      })
    const first = await save('one', null)
    const url = first.lecture.captions?.find(({ language }) => language === 'bn')?.url ?? ''
    const { headers } = await app.server.inject({ url })
    expect(headers.etag).toBe(`"${first.version}"`)
    await expectProblem(save('mine', null), 409, 'captions_changed')
    const second = await save('two', first.version)
    expect(second.lecture.captions?.find(({ language }) => language === 'bn')?.source).toBe('editor')
    await expectProblem(save('mine', first.version), 409, 'captions_changed')
    expect((await app.server.inject({ url })).body).toContain('two')
    const both = await Promise.allSettled([save('left', second.version), save('right', second.version)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    // an ETag that a compressing proxy has changed is the same version
    const [third] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const behindApache = await save('behind a proxy', `${third?.version}-gzip`)
    const behindNginx = await save('behind another', `W/"${behindApache.version}"`)
    await expectProblem(save('mine', `W/"${behindApache.version};gzip"`), 409, 'captions_changed')
    expect((await save('last', `"${behindNginx.version};gzip"`)).version).toMatch(/^[\w-]{22}$/)
    await remove(educator, 'bn')
    await expectProblem(save('mine', second.version), 409, 'captions_changed')
  })

  test('exist in a limited number of languages, each of which can be replaced at the limit', async () => {
    const course = await makeCourse(educator)
    const { _id } = await makeLecture(educator, course._id)
    const tags = Array.from({ length: maxCaptionLanguages }, (_, number) => `en-a${String(number).padStart(4, '0')}`)
    for (const tag of tags) await set(educator, tag, vtt('Hello'), _id)
    await expectProblem(set(educator, 'hi', vtt('Hello'), _id), 400, 'invalid_input')
    const { lecture: kept } = await set(educator, tags[0] ?? '', vtt('Hello again'), _id)
    expect(kept.captions).toHaveLength(maxCaptionLanguages)
    await remove(educator, tags[0] ?? '', _id)
    expect((await set(educator, 'hi', vtt('Hello'), _id)).lecture.captions).toHaveLength(maxCaptionLanguages)
  })

  test('can be changed only by the owner', async () => {
    const others: [string, Pick<TestUser, 'call'>, number, string][] = [
      ['another educator', await app.makeUser('educator'), 404, 'not_found'],
      ['a student', await app.makeUser(), 403, 'forbidden'],
      ['an admin', await app.makeUser('admin'), 403, 'forbidden'],
      ['a visitor', { call: app.visitor }, 401, 'unauthenticated'],
    ]
    for (const [, user, status, code] of others) {
      await expectProblem(set(user, 'en', vtt('x')), status, code)
      await expectProblem(remove(user, 'en'), status, code)
    }
    await expectProblem(set(educator, 'en', vtt('x'), 'unknown'), 404, 'not_found')
  })

  test.each([
    ['an invalid language', 'english language', vtt('x')],
    ['a well-formed but unknown language', 'en-x1', vtt('x')],
    ['a language with a repeated subtag', 'de-1996-1996', vtt('x')],
    ['a path', '../en', vtt('x')],
    ['no language', '', vtt('x')],
    ['too much', 'en', 'x'.repeat(maxCaptionsLength + 1)],
  ])('with %s are refused', async (_name, language, text) => {
    await expectProblem(set(educator, language, text), 400, 'invalid_input')
  })

  test('that are invalid are refused, and the old ones are kept', async () => {
    await set(educator, 'en', vtt('Hello'))
    await expectProblem(set(educator, 'en', 'hello'), 400, 'wrong_captions')
    const { lecture: kept } = await remove(educator, 'fr')
    expect(kept.captions?.map(({ language }) => language)).toEqual(['en'])
  })
})
