import { newClient } from '../support/api.ts'
import { addressOf, enrolledStudent, jump, lecture, open, paused, seconds } from '../support/lectures.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, onlyWithAll, test } from '../support/test.ts'

test('notes and bookmarks are written while the video plays, found, exported, and brought back', async ({
  page,
  expectErrors,
}) => {
  onlyWithAll('what is typed, kept, found and exported is tested without browsers')
  const { course } = await enrolledStudent(page)
  await open(page, addressOf(course, 0))
  await jump(page, 5)
  const field = page.getByRole('textbox', { name: 'Note at 0:05' })
  const card = page.getByRole('region', { name: 'Your notes' }).last()
  const saved = () => page.waitForResponse((answer) => answer.url().includes('/api/notes/note/') && answer.ok())

  await test.step('a key opens a note over the video; what is typed is no command of the player', async () => {
    await page.getByRole('region', { name: /^Video player/ }).focus()
    await page.keyboard.press('w')
    await expect(field).toBeFocused()
    const save = saved()
    await page.keyboard.type('keep the warp tight mkb ')
    expect(await paused(page)).toBe(true)
    expect(await seconds(page)).toBe(5)
    await save
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(page.locator('[data-note-mark]')).toHaveCount(1)
  })

  await test.step('a key sets a bookmark, and both are in the list', async () => {
    await jump(page, 9)
    const save = saved()
    await page.keyboard.press('b')
    await expect(page.getByText('Bookmark at 0:09')).toBeVisible()
    await save
    await card.getByRole('button', { name: /^Your notes/ }).click()
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await card.getByRole('link', { name: 'Go to 0:05' }).click()
    await expect.poll(() => seconds(page)).toBe(5)
  })

  await test.step('a line that is gone loses nothing: a reload sends what was typed', async () => {
    expectErrors.value = true
    await page.route('**/api/notes/note/**', (route) => route.fulfill({ status: 408 }))
    await card.getByRole('button', { name: 'Edit the note at 0:05' }).click()
    await page.getByRole('textbox', { name: 'Note at 0:05' }).fill('हिन्दी: keep the warp tight')
    await expect(card.getByText('Not saved yet.')).toBeVisible()
    await page.unroute('**/api/notes/note/**')
    const save = saved()
    await page.reload()
    await page.mouse.move(200, 200)
    await save
    await card.getByRole('button', { name: /^Your notes/ }).click()
    await card.getByRole('searchbox').fill('हिंदी TIGHT')
    await expect(card.getByRole('listitem')).toHaveCount(1)
    await card.getByRole('searchbox').fill('')
  })

  await test.step('a deleted one comes back, and the file has links that lead to its second', async () => {
    await card.getByRole('button', { name: 'Delete the note at 0:05' }).click()
    await card.getByRole('button', { name: 'Undo' }).click()
    await expect(card.getByText('keep the warp tight')).toBeVisible()
    await expect(card.getByText('Saving...')).toBeHidden()
    const link = card.getByRole('link', { name: 'Download your notes as Markdown' })
    const file = await (await page.request.get((await link.getAttribute('href')) ?? '')).text()
    expect(file).toContain('keep the warp tight')
    expect(file).toContain(`lecture=${lecture(course, 0)._id}&t=5)`)
    const stranger = await newClient('educator', 'Curious Teacher')
    const { lectures } = await (await stranger.request.get(`/api/notes/course/${course._id}`)).json()
    expect(lectures).toEqual([])
    await open(page, `${addressOf(course, 0)}&t=7`)
    await expect.poll(() => seconds(page)).toBe(7)
    await card.getByRole('button', { name: /^Your notes/ }).click()
    await lookAt(page)
  })

  await test.step('a phone has both below the video and in the settings', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await card.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Note at 0:07' }).fill('from the phone')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/notes?q=phone')
    await expect(page.getByText('from the phone')).toBeVisible()
    await expectAccessible(page)
  })
})
