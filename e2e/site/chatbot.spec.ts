import type { Locator, Page } from '@playwright/test'
import { signInAs, startAs } from '../support/api.ts'
import { tabTo } from '../support/keyboard.ts'
import { lookAt } from '../support/look.ts'
import { end, eventOf, push, withStream } from '../support/stream.ts'
import { expect, isWhole, onlyWithAll, test } from '../support/test.ts'

type Box = { x: number; y: number; width: number; height: number }

const greeting = 'Hello! How can I assist you today?'
const sorry = 'Sorry, there was an error processing your request.'
const opener = (page: Page): Locator => page.getByRole('button', { name: 'Open ChatBot' })
const closer = (page: Page): Locator => page.getByRole('button', { name: 'Close ChatBot' })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'ChatBot' })
const box = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Message' })
const send = (page: Page): Locator => panel(page).getByRole('button', { name: 'Send' })
const messages = (page: Page): Locator => panel(page).getByRole('region', { name: 'Conversation' }).locator('> ol > li')
const last = (page: Page): Locator => messages(page).last()
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 420

async function ask(page: Page, question: string): Promise<void> {
  const sent = () => page.evaluate(() => (window as Partial<Window>).answer?.asked.length)
  const before = await sent()
  await box(page).fill(question)
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
  // a stream of the test can be written to once it was asked for
  if (before !== undefined) await expect.poll(sent).toBe(before + 1)
}

/** Whether two boxes share a place on the screen. */
const overlap = (a: Box, b: Box): boolean =>
  a.y + a.height > b.y && b.y + b.height > a.y && a.x + a.width > b.x && b.x + b.width > a.x

/** Waits until the opener of the chat covers none of these. */
async function expectNoOverlap(page: Page, other: Locator): Promise<void> {
  await expect(async () => {
    const [corner, covered] = [await opener(page).boundingBox(), await other.boundingBox()]
    if (!corner || !covered) throw new Error('both are on the screen')
    expect(overlap(corner, covered)).toBe(false)
  }).toPass({ timeout: 10_000 })
}

/** Writes a whole reply to the stream. */
async function reply(page: Page, ...pieces: string[]): Promise<void> {
  await push(page, ...pieces.map((piece) => eventOf({ reply: piece })))
  await end(page)
}

test('asks, follows a link, and finds the conversation on other pages, closed, opened and reloaded', {
  tag: '@phone',
}, async ({ page, context, problems }) => {
  if (!isPhone(page)) onlyWithAll('the same on a phone')
  await startAs(page, 'student', 'Chitra Asker')
  await page.goto('/')
  await opener(page).click()
  await expect(box(page)).toBeFocused()
  await expect(panel(page).getByRole('heading', { name: 'ChatBot' })).toBeVisible()
  await expect(messages(page)).toHaveText([`ChatBot: ${greeting}`])
  await expect(box(page)).toHaveAttribute('rows', '2')
  const { width, height } = (await panel(page).boundingBox()) ?? {}
  expect([width, height]).toEqual(isPhone(page) ? [390, 844] : [320, 400])

  await test.step('copies a message, and says so when that is not possible', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = messages(page).first().getByRole('button', { name: 'Copy message' })
    await copy.click()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(greeting)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await copy.click()
    await expect(page.getByText('Failed to copy!')).toBeVisible()
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await copy.click()
    await expect(page.getByText('Clipboard access is not available.')).toBeVisible()
  })

  await test.step('asks without credentials, and follows the link of the reply', async () => {
    const request = page.waitForRequest('**/api/ai/chat')
    await ask(page, 'Which course teaches public speaking?')
    expect((await (await request).allHeaders()).cookie).toBeUndefined()
    const link = last(page).getByRole('link', { name: 'Public Speaking for Quiet People' })
    await expect(link).toBeVisible()
    await expect(last(page)).toContainText('₹')
    await expect(send(page)).toBeEnabled()
    await link.click()
    await expect(page).toHaveURL(/\/viewcourse\/\w+$/)
    // the page takes the focus when it is shown, which is after its address
    await expect(page.locator('#content')).toBeFocused()
    // the whole screen makes room for the page that was asked for
    if (isPhone(page)) await opener(page).click()
    await expect(messages(page)).toHaveCount(3)
    await closer(page).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
  })

  await test.step('sees it beside what else stands at the edges', async () => {
    await expectNoOverlap(page, page.getByRole('button', { name: 'Enroll Now' }))
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectNoOverlap(page, page.getByRole('contentinfo').getByRole('group', { name: 'Theme' }))
    if (isPhone(page)) {
      // the bar of the purchase has room for it: there it covers nothing of the page
      const course = page.url()
      await expect(opener(page)).toBeInViewport()
      const { y } = (await opener(page).boundingBox()) ?? { y: 0 }
      expect(y).toBeGreaterThanOrEqual((await page.locator('[data-bottom-bar]').boundingBox())?.y ?? 9999)
      await page.goto('/allcourses')
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      // the end has room for it; it leaves what is read, and comes back on the way up where nothing would be pressed under it
      await expect(opener(page)).toBeInViewport()
      await page.evaluate(() => window.scrollTo(0, 300))
      await page.mouse.wheel(0, 300)
      await expect(opener(page)).not.toBeInViewport()
      await expect(async () => {
        await page.mouse.wheel(0, -60)
        await expect(opener(page)).toBeInViewport({ timeout: 500 })
      }).toPass({ timeout: 10_000 })
      await page.goto(course)
    }
  })

  await test.step('goes on with the conversation after a reload', async () => {
    await page.reload()
    await opener(page).click()
    await expect(last(page).getByRole('link', { name: 'Public Speaking for Quiet People' })).toBeVisible()
    const followUp = page.waitForRequest('**/api/ai/chat')
    await ask(page, 'How many lectures does it have?')
    const sent = (await followUp).postDataJSON()
    expect(sent.history).toEqual([
      { role: 'user', text: 'Which course teaches public speaking?' },
      { role: 'assistant', text: expect.stringContaining('/viewcourse/') },
    ])
    await expect(last(page)).toContainText(/Public Speaking for Quiet People.*It has \d+ lectures/s)
    await expect(send(page)).toBeEnabled()
  })

  await test.step('says so when the server fails or is not there', async () => {
    expect(problems).toEqual([])
    await page.route('**/api/ai/chat', (route) => route.fulfill({ status: 500, json: { message: 'internal words' } }), {
      times: 1,
    })
    await ask(page, 'one')
    await expect(last(page)).toContainText(sorry)
    await page.route('**/api/ai/chat', (route) => route.abort(), { times: 1 })
    await ask(page, 'two')
    await expect(messages(page)).toHaveCount(9)
    await expect(last(page)).toContainText(sorry)
    await expect(send(page)).toBeEnabled()
    expect(problems.filter((one) => !/status of 500|ERR_FAILED/.test(one))).toEqual([])
    problems.length = 0
  })

  await test.step('is left with Escape', async () => {
    if (isPhone(page)) {
      // the page behind is covered: the focus goes round, by way of the browser
      await tabTo(page, send(page))
      await tabTo(page, closer(page))
    }
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
  })

  await test.step('leaves nothing behind when logging out', async () => {
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    expect(await kept()).toContain('public speaking')
    if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click()
    else await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole(isPhone(page) ? 'button' : 'menuitem', { name: 'LogOut' }).click()
    await expect(page.getByText('LogOut Successfully')).toBeVisible()
    await expect(opener(page)).toHaveCount(0)
    expect(await kept()).not.toContain('public speaking')
  })
})

test('a stream is read as it comes', async ({ page }) => {
  await startAs(page, 'student', 'Chitra Reader')
  await withStream(page)
  await page.goto('/notifications')
  const stop = panel(page).getByRole('button', { name: 'Stop' })
  const asked = () => page.evaluate(() => window.answer.asked)

  await test.step('needs no mouse', async () => {
    await expect(opener(page)).toBeVisible()
    await tabTo(page, opener(page))
    await page.keyboard.press('Enter')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('   ')
    await page.keyboard.press('Enter')
    await expect(messages(page)).toHaveCount(1)
    await box(page).fill('')
    await page.keyboard.type('line one')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('line two')
    await expect(box(page)).toHaveValue('line one\nline two')
    await page.keyboard.press('Enter')
    await expect.poll(asked).toEqual(['line one\nline two'])
    await reply(page, 'See [it](/allcourses)')
    await page.keyboard.press('Shift+Tab')
    await expect(last(page).getByRole('button', { name: 'Copy message' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(box(page)).toBeFocused()
  })

  // how a stream is read, fails and is stopped is tested without browsers, in `ask-assistant.test.ts` and `conversation.test.ts`
  if (isWhole)
    await test.step('reads the reply while it is written, wherever the stream is cut, and hears it once', async () => {
      const announcement = page.getByRole('status').filter({ hasText: 'Learn' })
      await ask(page, 'What first?')
      expect(await page.evaluate(() => window.answer.credentials)).toBe('omit')
      await expect(last(page)).toContainText('The assistant is writing')
      await expect(send(page)).toBeDisabled()
      await expect(last(page).getByRole('button', { name: 'Copy message' })).toHaveCount(0)

      await push(page, eventOf({ reply: 'Learn **HTML**' }), eventOf({ reply: ' first' }))
      await expect(last(page)).toContainText('Learn HTML first')
      await expect(last(page).locator('strong')).toHaveText('HTML')
      await expect(announcement).toHaveCount(0)
      await push(page, 'data: {"rep', 'ly":", then CSS"}\r', '\n\r\n')
      await expect(last(page)).toContainText('first, then CSS')
      await push(page, `${eventOf({ reply: ', then ' })}${eventOf({ reply: 'JavaScript' })}data: {"reply":"."}`)
      await expect(last(page)).toContainText('then JavaScript')
      await box(page).fill('not yet')
      await box(page).press('Enter')
      expect(await asked()).toEqual(['line one\nline two', 'What first?'])
      await end(page)
      await expect(last(page)).toContainText('then JavaScript.')
      await expect(announcement).toHaveText('Learn HTML first, then CSS, then JavaScript.')
      await expect(send(page)).toBeEnabled()
      await expect(box(page)).toHaveValue('not yet')
    })

  if (isWhole)
    await test.step('reads errors of the stream in the words of the specification', async () => {
      const before = await messages(page).count()
      await ask(page, 'one')
      await push(page, eventOf({ reply: 'Half an ans' }), eventOf({ error: 'Too many questions' }))
      await expect(last(page)).toContainText('Error: Too many questions')
      await expect(panel(page).getByText('Half an ans')).toHaveCount(0)
      await expect(send(page)).toBeEnabled()

      await ask(page, 'two')
      await push(page, 'data: {"reply": oops}\n\n')
      await end(page)
      await expect(last(page)).toContainText('Failed to parse stream data.')

      await ask(page, 'three')
      await push(page, eventOf({ reply: 'Half' }))
      await page.evaluate(() => window.answer.breakOff())
      await expect(last(page)).toContainText(sorry)
      await expect(panel(page).getByText('Half', { exact: true })).toHaveCount(0)
      await expect(messages(page)).toHaveCount(before + 6)
    })

  if (isWhole)
    await test.step('stops a reply, and what came of it stays', async () => {
      await ask(page, 'four')
      await push(page, eventOf({ reply: 'Only this' }))
      await expect(last(page)).toContainText('Only this')
      await stop.click()
      await expect(last(page)).toContainText('Stopped')
      expect(await page.evaluate(() => window.answer.left)).toBe(true)
      await expect(box(page)).toBeFocused()
      await ask(page, 'five')
      await stop.click()
      await expect(last(page)).toContainText('five')
      await expect(send(page)).toBeEnabled()
    })

  if (isWhole)
    await test.step('gets a reply with the panel closed', async () => {
      await ask(page, 'six')
      await closer(page).click()
      await reply(page, 'Here it is')
      await expect(page.getByRole('status').filter({ hasText: 'Here it is' })).toHaveCount(1)
      await opener(page).click()
      await expect(last(page)).toContainText('Here it is')
    })

  await test.step('finds no markup, no script and no way out in a reply', async () => {
    await ask(page, 'seven')
    const hostile =
      '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) [b](https://evil.example) [c](//evil.example) [d](/api/auth/logout) ![e](/viewcourse/x) <a href="https://evil.example">f</a>'
    await reply(page, ...hostile.split(/(?<=.{7})/s))
    await expect(last(page)).toContainText('[b](https://evil.example)')
    await expect(last(page).locator('img, script, iframe')).toHaveCount(0)
    for (const link of await last(page).getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^\/viewcourse\//)
  })

  await test.step('sees it well in every state', async () => {
    await ask(page, `a long word: ${'long'.repeat(40)}`)
    await push(page, eventOf({ reply: '1. **[A course](/viewcourse/x)**\n2. `code`\n\n```\n' }))
    await push(page, eventOf({ reply: `${'very long code '.repeat(20)}\n\`\`\`\n- a\n- b` }))
    await expect(last(page).getByRole('link')).toBeVisible()
    await lookAt(page)
    await end(page)
    await expect(send(page)).toBeEnabled()
    await closer(page).click()
  })

  // the bar of a page, which has the button, is on all pages
  if (!isWhole) return
  await test.step('sees the button on all pages', async () => {
    const foot = page.getByRole('contentinfo')
    const bar = page.getByRole('banner')
    for (const [link, address] of [
      [foot.getByRole('link', { name: 'Home', exact: true }), '/'],
      [foot.getByRole('link', { name: 'Courses', exact: true }), '/allcourses'],
      [bar.getByRole('link', { name: 'Search with AI' }), '/searchwithai'],
      [bar.getByRole('link', { name: 'Wishlist', exact: true }), '/wishlist'],
      [foot.getByRole('link', { name: 'My Profile', exact: true }), '/profile'],
    ] as const) {
      await link.click()
      await expect(page).toHaveURL(address)
      await expect(opener(page)).toBeVisible()
    }
  })
})

test('no one else has it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  for (const role of [null, 'educator', 'admin'] as const) {
    // a page that is open reloads when it finds another user
    await page.goto('about:blank')
    if (role) await signInAs(page, role)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(opener(page)).toHaveCount(0)
  }
  expect(scripts.filter((url) => url.includes('chat-'))).toEqual([])
})
