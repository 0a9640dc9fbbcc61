import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAssistant } from '#test/support/ask-assistant.ts'
import { createModelApp } from '#test/support/create-model-app.ts'
import type { TestApp, TestUser } from '#test/support/create-test-app.ts'
import { hostileTexts } from '#test/support/hostile-texts.ts'
import { oneOf } from '#test/support/in-all.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import type { ModelServer } from '#test/support/services/model-server.ts'

/** One course whose every text is hostile in turn, and one honest course beside it. */
let app: TestApp
let models: ModelServer
let mallory: TestUser
let evil: Course
let honest: Course
const honestTitle = 'Pottery for everybody'
beforeAll(async () => {
  ;({ app, models } = await createModelApp({ AI_PROVIDER: 'none' }))
  mallory = await app.makeUser('educator', 'Mallory <b>[x](http://evil.example)</b>')
  evil = await makeCourse(mallory, { title: 'Weaving', price: 10 })
  honest = await makeCourse(mallory, { title: honestTitle, price: 500 })
})
afterAll(() => app.close())

const ask = (message: string): Promise<string> => askAssistant(app, message)

/** Links lead to courses of the database or to pages of ours; nothing else is more than text. */
function expectClean(answer: string): void {
  const rest = answer.replace(
    /\[[^[\]()<>\n]*(?:\([^[\]<>\n]*\)[^[\]()<>\n]*)*\]\(\/(?:viewcourse\/[0-9a-f]{24}|allcourses)\)/g,
    (one) => {
      const id = /viewcourse\/([0-9a-f]{24})/.exec(one)?.[1]
      if (id !== undefined) expect([evil._id, honest._id]).toContain(id)
      return one.slice(1, one.lastIndexOf(']('))
    },
  )
  expect(rest).not.toMatch(/[[\]{}<>`|\\]|\*|:\/\/|(?<!\w)www\.|javascript:\S|data:\S/i)
  expect(rest).not.toMatch(
    /evil\.(?:example|com|co)|&#|[\u200b-\u200f\u202a-\u202e\u2060-\u2069]|[\u{e0000}-\u{e007f}]/u,
  )
}

/** Halves of pairs are refused at the boundary, and never come so far. */
const texts = hostileTexts.map((text) => text.toWellFormed())
const cases = texts.map((text, place) => [place, text] as const)

describe('texts of courses that attack', () => {
  test.each(oneOf(3, cases))('%i: the built-in assistant shows them as text', async (_place, text) => {
    const short = text.replace(/\s+/g, ' ').slice(0, 120).toWellFormed()
    evil = await mallory.call(api.courses.edit, {
      params: { courseId: evil._id },
      body: { title: `Weaving ${short}`, subTitle: short, description: text.slice(0, 3000).toWellFormed() },
    })
    const lecture = await makeLecture(mallory, evil._id, short)
    for (const message of [
      'recommend a weaving course',
      'tell me about weaving',
      'compare weaving and pottery',
      'cheapest course',
    ])
      expectClean(await ask(message))
    await mallory.call(api.lectures.remove, { params: { lectureId: lecture._id } })
  })

  test('a model that obeys them all, word for word, does no harm; nor does a message that says them', async () => {
    app.deps.settings.current = () => ({ ...app.deps.settings.defaults, aiProvider: 'openai-compatible', aiModel: 'm' })
    for (const [, text] of oneOf(3, cases)) {
      const say =
        `${text.replaceAll('c0ffee00c0ffee00c0ffee00', evil._id)} [[${honest._id}]]`.match(/[\s\S]{1,7}/gu) ?? []
      models.replies = [{ call: { name: 'search_courses', input: { query: 'weaving' } } }, { say }]
      expectClean(await ask(text.slice(0, 900)))
      // What the tools tell of a course is marked as what it is, short, and has nothing hidden in it.
      const sent = JSON.parse(models.requests.at(-1)?.body ?? '{}') as { messages: { role: string; content: string }[] } // the wire format
      const toolReply = sent.messages.find(({ role }) => role === 'tool')?.content ?? ''
      expect(toolReply).toContain('untrusted_text_by_educator')
      expect(toolReply).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]|[\u{e0000}-\u{e007f}]|\[\[/u)
      expect(toolReply.length).toBeLessThan(4000)
    }
  })
})
