import type { Locator, Page } from '@playwright/test'
import { demoCourses, startAs } from './support/api.ts'
import { tabTo } from './support/keyboard.ts'
import { lookAt } from './support/look.ts'
import { end, eventOf, push, withStream } from './support/stream.ts'
import { expect, test } from './support/test.ts'

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

async function open(page: Page, address = '/'): Promise<void> {
  await page.goto(address)
  await opener(page).click()
  await expect(box(page)).toBeFocused()
}

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question)
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
}

test.describe('a student', () => {
  test.beforeEach(({ page }) => startAs(page, 'student', 'Chitra Asker'))

  test('asks, follows a link, and finds the conversation on other pages, closed, opened and reloaded', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page)
    await expect(panel(page).getByRole('heading', { name: 'ChatBot' })).toBeVisible()
    await expect(messages(page)).toHaveText([`ChatBot: ${greeting}`])
    await expect(box(page)).toHaveAttribute('rows', '2')
    const { width, height } = (await panel(page).boundingBox()) ?? {}
    expect([width, height]).toEqual(isPhone(page) ? [390, 844] : [320, 400])

    const request = page.waitForRequest('**/api/ai/chat')
    await ask(page, 'Which course teaches public speaking?')
    expect((await (await request).allHeaders()).cookie).toBeUndefined()
    const link = last(page).getByRole('link', { name: 'Public Speaking for Quiet People' })
    await expect(link).toBeVisible()
    await expect(last(page)).toContainText('₹')
    await expect(send(page)).toBeEnabled()
    await link.click()
    await expect(page).toHaveURL(/\/viewcourse\/\w+$/)
    // the whole screen makes room for the page that was asked for
    if (isPhone(page)) await opener(page).click()
    await expect(messages(page)).toHaveCount(3)
    await closer(page).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
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
  })

  test('leaves nothing behind when logging out', { tag: '@phone' }, async ({ page }) => {
    await withStream(page)
    await open(page)
    await ask(page, 'My secret question')
    await push(page, eventOf({ reply: 'Fine' }))
    await end(page)
    await expect(last(page)).toContainText('Fine')
    await closer(page).click()
    if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click()
    else await page.getByRole('button', { name: 'Account menu' }).click()
    const leave = isPhone(page)
      ? page.getByRole('button', { name: 'LogOut' })
      : page.getByRole('menuitem', { name: 'LogOut' })
    await leave.click()
    await expect(page.getByText('LogOut Successfully')).toBeVisible()
    await expect(opener(page)).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret')
  })

  test('reads the reply while it is written, wherever the stream is cut, and hears it once', async ({ page }) => {
    await withStream(page)
    await open(page)
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
    expect(await page.evaluate(() => window.answer.asked)).toEqual(['What first?'])
    await end(page)
    await expect(last(page)).toContainText('then JavaScript.')
    await expect(announcement).toHaveText('Learn HTML first, then CSS, then JavaScript.')
    await expect(send(page)).toBeEnabled()
    await expect(box(page)).toHaveValue('not yet')
  })

  test('reads errors of the stream in the words of the specification', async ({ page }) => {
    await withStream(page)
    await open(page)
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
    await expect(messages(page)).toHaveCount(7)
  })

  test('says so when the server fails or is not there', async ({ page, problems }) => {
    await open(page)
    await page.route('**/api/ai/chat', (route) => route.fulfill({ status: 500, json: { message: 'internal words' } }))
    await ask(page, 'one')
    await expect(last(page)).toContainText(sorry)
    await page.unroute('**/api/ai/chat')
    await page.route('**/api/ai/chat', (route) => route.abort())
    await ask(page, 'two')
    await expect(messages(page)).toHaveCount(5)
    await expect(last(page)).toContainText(sorry)
    await expect(send(page)).toBeEnabled()
    expect(problems.filter((one) => !/500|ERR_FAILED/.test(one))).toEqual([])
    problems.length = 0
  })

  test('stops a reply, and what came of it stays', async ({ page }) => {
    await withStream(page)
    await open(page)
    await ask(page, 'one')
    await push(page, eventOf({ reply: 'Only this' }))
    await expect(last(page)).toContainText('Only this')
    await panel(page).getByRole('button', { name: 'Stop' }).click()
    await expect(last(page)).toContainText('Stopped')
    expect(await page.evaluate(() => window.answer.left)).toBe(true)
    await expect(box(page)).toBeFocused()
    await ask(page, 'two')
    await panel(page).getByRole('button', { name: 'Stop' }).click()
    await expect(last(page)).toContainText('two')
    await expect(send(page)).toBeEnabled()
  })

  test('gets a reply with the panel closed', async ({ page }) => {
    await withStream(page)
    await open(page)
    await ask(page, 'one')
    await closer(page).click()
    await push(page, eventOf({ reply: 'Here it is' }))
    await end(page)
    await expect(page.getByRole('status').filter({ hasText: 'Here it is' })).toHaveCount(1)
    await opener(page).click()
    await expect(last(page)).toContainText('Here it is')
  })

  test('finds no markup, no script and no way out in a reply', async ({ page }) => {
    await withStream(page)
    await open(page)
    await ask(page, 'one')
    const hostile =
      '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) [b](https://evil.example) [c](//evil.example) [d](/api/auth/logout) ![e](/viewcourse/x) <a href="https://evil.example">f</a>'
    await push(page, ...hostile.split(/(?<=.{7})/s).map((piece) => eventOf({ reply: piece })))
    await end(page)
    await expect(last(page)).toContainText('[b](https://evil.example)')
    await expect(last(page).locator('img, script, iframe')).toHaveCount(0)
    for (const link of await last(page).getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^\/viewcourse\//)
  })

  test('copies a message, and says so when that is not possible', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page)
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

  test('needs no mouse', { tag: '@phone' }, async ({ page }) => {
    await withStream(page)
    await page.goto('/notifications')
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
    expect(await page.evaluate(() => window.answer.asked)).toEqual(['line one\nline two'])
    await push(page, eventOf({ reply: 'See [it](/allcourses)' }))
    await end(page)
    await page.keyboard.press('Shift+Tab')
    await expect(last(page).getByRole('button', { name: 'Copy message' })).toBeFocused()
    if (isPhone(page)) {
      // the page behind is covered, so the focus goes round
      await tabTo(page, closer(page))
      await page.keyboard.press('Shift+Tab')
      await expect(send(page)).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
  })

  test('sees it beside what else stands at the edges', { tag: '@phone' }, async ({ page }) => {
    const [course] = await demoCourses(page)
    await page.goto(`/viewcourse/${course._id}`)
    await expect(async () => {
      const button = await opener(page).boundingBox()
      const buy = await page.getByRole('button', { name: 'Enroll Now' }).boundingBox()
      if (!button || !buy) throw new Error('both are on the screen')
      const apart =
        button.y + button.height <= buy.y ||
        buy.y + buy.height <= button.y ||
        button.x + button.width <= buy.x ||
        buy.x + buy.width <= button.x
      expect(apart).toBe(true)
    }).toPass({ timeout: 10_000 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(async () => {
      const switched = await page.getByRole('contentinfo').getByRole('group', { name: 'Theme' }).boundingBox()
      const corner = await opener(page).boundingBox()
      if (!switched || !corner) throw new Error('both are on the screen')
      expect(switched.y + switched.height).toBeLessThanOrEqual(corner.y)
    }).toPass({ timeout: 10_000 })
  })

  test('sees it well in every state', async ({ page }) => {
    await withStream(page)
    await open(page, '/notifications')
    await ask(page, `a long word: ${'long'.repeat(40)}`)
    await push(page, eventOf({ reply: '1. **[A course](/viewcourse/x)**\n2. `code`\n\n```\n' }))
    await push(page, eventOf({ reply: `${'very long code '.repeat(20)}\n\`\`\`\n- a\n- b` }))
    await expect(last(page).getByRole('link')).toBeVisible()
    await lookAt(page)
    await end(page)
    await expect(send(page)).toBeEnabled()
  })

  test('sees the button on all pages', async ({ page }) => {
    for (const path of ['/', '/allcourses', '/searchwithai', '/wishlist', '/profile', '/enrolledcourses']) {
      await page.goto(path)
      await expect(opener(page)).toBeVisible()
    }
  })
})

test('no one else has it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  for (const role of [null, 'educator', 'admin'] as const) {
    if (role) await startAs(page, role, 'Edu Other')
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(opener(page)).toHaveCount(0)
  }
  expect(scripts.filter((url) => url.includes('chat-'))).toEqual([])
})
