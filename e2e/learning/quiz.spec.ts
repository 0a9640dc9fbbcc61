import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addLecture, enrol, makeCourse, newClient, signOut, stamp, startAs } from '../support/api.ts'
import { tabTo } from '../support/keyboard.ts'
import { jump, ofVideo, open, paused, seconds } from '../support/lectures.ts'
import { lookAt } from '../support/look.ts'
import { smallVideo } from '../support/media-files.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, isWhole, test } from '../support/test.ts'

const question = (page: Page, number: number) => page.getByRole('region', { name: `Question ${number}` })

test('an educator writes a quiz; a student fails it, sees why, and passes it by keyboard', async ({
  page,
  expectErrors,
}) => {
  const title = `Ropes ${stamp()}`
  await startAs(page, 'educator', 'Quiz Teacher')
  const courseId = await makeCourse(page, title)
  await addLecture(page, courseId, 'Rope')

  await test.step('the educator writes questions in the editor of the quiz', async () => {
    await page.goto(`/createlecture/${courseId}`)
    await page.getByLabel('Title of the quiz').fill('Knots')
    await page.getByRole('button', { name: 'Create Quiz' }).click()
    await expect(page.getByRole('heading', { name: 'Edit quiz' })).toBeVisible()
    await page.getByRole('button', { name: 'Write a question' }).click()
    const editor = page.getByRole('region', { name: 'New question' })
    await editor.getByLabel('Question').fill('Which holds? $x^2$')
    for (const [at, text] of ['Bowline', 'Granny', 'Slip'].entries())
      await editor.getByLabel(`Text ${at + 1}`).fill(text)
    await editor.getByLabel('Explanation').fill('A bowline never slips.')
    await editor.getByRole('button', { name: 'Save the question' }).click()
    await expect(page.getByRole('heading', { name: 'Questions (1)' })).toBeVisible()
    await page.getByRole('button', { name: 'Write a question' }).click()
    await editor.getByLabel('Kind').selectOption('order')
    await editor.getByLabel('Question').fill('Tie it in this order')
    for (const [at, text] of ['Loop', 'Turn', 'Pull'].entries()) await editor.getByLabel(`Text ${at + 1}`).fill(text)
    await editor.getByRole('button', { name: 'Save the question' }).click()
    await expect(page.getByRole('heading', { name: 'Questions (2)' })).toBeVisible()
    await page.getByLabel('Passes with, in % of the marks').fill('100')
    await page.getByLabel('Time limit in minutes').fill('20')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Quiz saved')).toBeVisible()
    await lookAt(page)
  })

  const { lectures } = await (await page.request.get(`/api/course/getcourselecture/${courseId}`)).json()
  const lectureId = lectures.at(-1)._id
  const address = `/quiz/${courseId}/${lectureId}`
  const ofEducator = await page.context().cookies()
  await signOut(page)
  await startAs(page, 'student', 'Quiz Student')
  await enrol(page, courseId)

  await test.step('a student gets there from the lectures, and answers are saved as they are given', async () => {
    await page.goto(`/viewlecture/${courseId}`)
    await page.getByRole('link', { name: /Knots/ }).click()
    await expect(page).toHaveURL(new RegExp(address))
    await expect(page.getByText('20 minutes')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Begin' }).click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(question(page, 1).locator('math')).toBeVisible()
    await question(page, 1).getByRole('radio', { name: 'Granny' }).check({ force: true })
    await expect(page.getByText('All answers saved')).toBeVisible()
    await page.reload()
    await expect(question(page, 1).getByRole('radio', { name: 'Granny' })).toBeChecked()
  })

  await test.step('a lost connection loses nothing', async () => {
    expectErrors.value = true
    await page.route('**/api/quiz/attempt/**', (route) => route.fulfill({ status: 408 }))
    await question(page, 2).getByRole('button', { name: 'Keep this order' }).click()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.unroute('**/api/quiz/attempt/**')
    await page.reload()
    await expect(page.getByText('All answers saved')).toBeVisible()
    await expect(question(page, 2).getByRole('button', { name: 'Keep this order' })).toBeHidden()
  })

  await test.step('failed: the result says what was wrong, and why', async () => {
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }).click()
    await expect(page.getByText('Not passed')).toBeVisible()
    await expect(question(page, 1).getByText('Wrong')).toBeVisible()
    await expect(question(page, 1).getByText('A bowline never slips.')).toBeVisible()
    await lookAt(page)
  })

  await test.step('on a phone, by keyboard alone, the next attempt passes', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address)
    await page.getByRole('button', { name: 'Begin another attempt' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await question(page, 1).getByRole('radio', { name: 'Bowline' }).focus()
    await page.keyboard.press('Space')
    const rows = question(page, 2).getByRole('listitem')
    for (const [at, text] of ['Loop', 'Turn'].entries())
      while (!(await rows.nth(at).textContent())?.includes(text)) {
        const row = rows.filter({ hasText: text })
        await row.getByRole('button', { name: /^Move up/ }).focus()
        await page.keyboard.press('Enter')
      }
    const keep = question(page, 2).getByRole('button', { name: 'Keep this order' })
    if (await keep.isVisible()) await keep.press('Enter')
    await expect(page.getByText('All answers saved')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Hand in' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }).press('Enter')
    await expect(page.getByText('Passed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/viewlecture/${courseId}`)
    await expect(page.getByRole('img', { name: /^Completed: .*Knots/ })).toBeVisible()
  })

  await test.step('no one else reads the attempt', async () => {
    const stranger = await newClient('student', 'Curious Student')
    const { attempts } = await (await page.request.get(`/api/quiz/page/${lectureId}`)).json()
    expect((await stranger.request.get(`/api/quiz/attempt/${attempts[0]._id}`)).status()).toBe(404)
  })

  // changed marks, who gets more, and what changed elsewhere is decided by the server, and other forms ask alike
  if (!isWhole) return
  await signOut(page)
  await page.context().addCookies(ofEducator)
  await page.setViewportSize({ width: 1280, height: 900 })

  await test.step('the educator looks at an attempt, and changes marks with the reason', async () => {
    await page.goto(`/editquiz/${courseId}/${lectureId}`)
    await page.getByRole('link', { name: 'Attempts of students' }).click()
    await expect(page.getByRole('link', { name: /Quiz Student/ })).toHaveCount(2)
    await lookAt(page)
    await page.getByRole('link', { name: /Attempt 1/ }).click()
    await expect(question(page, 1).getByText('Wrong')).toBeVisible()
    await page.getByRole('button', { name: 'Change the marks of question 1' }).click()
    await page.getByRole('textbox', { name: 'Marks' }).fill('')
    await page.getByRole('button', { name: 'Save the marks' }).click()
    await expect(page.getByText('Please enter a number')).toBeVisible()
    await page.getByRole('textbox', { name: 'Marks' }).fill('0.5')
    await page.getByLabel('Reason').fill('The picture was hard to read.')
    await page.getByRole('button', { name: 'Save the marks' }).click()
    await expect(question(page, 1).getByText('0.5 of 1 point')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Changes of the marks' }).getByRole('listitem')).toHaveCount(1)
    await lookAt(page)
  })

  await test.step('a student gets more time and attempts than the others, until they are taken back', async () => {
    await page.goto(`/editquiz/${courseId}/${lectureId}/attempts`)
    const extras = page.getByRole('region', { name: 'More time or attempts' })
    await extras.getByLabel('Find a student of this course').fill('Quiz')
    await extras.getByRole('button', { name: 'Find' }).click()
    await extras.getByRole('button', { name: 'Choose Quiz Student' }).click()
    await extras.getByLabel('More minutes').fill('10')
    await extras.getByLabel('More attempts').fill('2')
    await extras.getByRole('button', { name: 'Save' }).click()
    await expect(extras.getByText('10 minutes · 2 attempts')).toBeVisible()
    await page.reload()
    await expect(extras.getByText('10 minutes · 2 attempts')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await extras.getByRole('button', { name: 'Edit: Quiz Student' }).click()
    await lookAt(page)
    await extras.getByLabel('More minutes').fill('0')
    await extras.getByLabel('More attempts').fill('0')
    await extras.getByRole('button', { name: 'Save' }).click()
    await expect(extras.getByRole('listitem')).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('what was saved elsewhere meanwhile is asked about: settings, the order of questions, a question', async () => {
    expectErrors.value = true
    const address = `/api/quiz/edit/${lectureId}`
    const quiz = async () => (await page.request.get(address)).json()
    const saveElsewhere = async (changes: object) => {
      const { title, settings } = await quiz()
      const data = { title, settings: { ...settings, ...changes } }
      expect((await page.request.post(address, { data })).ok()).toBe(true)
    }
    const dialog = page.getByRole('dialog', { name: 'Changed elsewhere' })
    await page.goto(`/editquiz/${courseId}/${lectureId}`)
    await saveElsewhere({ passPercent: 70, minutes: 30 })
    await page.getByLabel('Passes with, in % of the marks').fill('90')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await expect(page.getByText('Quiz saved')).toBeVisible()
    expect((await quiz()).settings).toMatchObject({ passPercent: 90, minutes: 30 })

    await saveElsewhere({ parts: (await quiz()).settings.parts.toReversed() })
    await page.getByRole('button', { name: /^Take out of the quiz: Which holds/ }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('radio', { name: 'Take theirs' }).check()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await expect(page.getByRole('heading', { name: 'Questions (2)' })).toBeVisible()
    // what one part of the page saves is no change elsewhere for the other
    await page.getByRole('button', { name: /^Move up: Which holds/ }).click()
    await expect(page.getByRole('button', { name: /^Move up: Which holds/ })).toBeDisabled()

    const [{ _id: questionId }] = (await quiz()).questions.filter(({ kind }: { kind: string }) => kind === 'one')
    await page.getByRole('button', { name: /^Edit: Which holds/ }).click()
    const editor = page.getByRole('region', { name: 'Edit the question' })
    await editor.getByLabel('Explanation').fill('Mine')
    const { question: stored } = await (await page.request.get(`/api/quiz/bank/question/${questionId}`)).json()
    const data = { question: { ...stored.question, explanation: 'Theirs' }, tags: [], appliesTo: 'new' }
    expect((await page.request.post(`/api/quiz/bank/question/${questionId}`, { data })).ok()).toBe(true)
    await editor.getByRole('button', { name: 'Save the question' }).click()
    await expect(dialog).toBeVisible()
    await lookAt(page)
    await dialog.getByRole('radio', { name: 'Take theirs' }).check()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await expect(editor.getByLabel('Explanation')).toHaveValue('Theirs')
  })
})

test('a video stops at questions, and traps no one: by keyboard, without a line, and on a phone', async ({
  page,
  expectErrors,
}) => {
  await startAs(page, 'educator', 'Patient Teacher')
  const courseId = await makeCourse(page, `Knots in time ${stamp()}`)
  const lectureId = await addLecture(page, courseId, 'Bends')
  const explanation = 'A sheet bend joins two ropes.'
  const options = ['Sheet bend', 'Granny', 'Slip'].map((text, at) => ({ text, right: at === 0 }))
  for (const question of [
    { kind: 'truth', prompt: 'Rope floats', right: false, explanation },
    { kind: 'one', prompt: 'Which bend holds? $x^2$', options, explanation },
    { kind: 'number', prompt: 'How many ropes?', value: 2, explanation },
  ])
    expect((await page.request.post(`/api/quiz/bank/${courseId}`, { data: { question } })).ok()).toBe(true)
  const videoUrl = { name: 'bends.mp4', mimeType: 'video/mp4', buffer: readFileSync(smallVideo()) }
  expect((await page.request.post(`/api/course/editlecture/${lectureId}`, { multipart: { videoUrl } })).ok()).toBe(true)
  const card = page.getByRole('region', { name: 'Questions in the video' })
  const row = (prompt: string) => card.getByRole('listitem').filter({ hasText: prompt })

  await test.step('the educator takes questions of the bank, and says when and how they are asked', async () => {
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    await card.getByRole('button', { name: 'Find', exact: true }).click()
    for (const [prompt, time] of [
      ['Rope floats', '0:01'],
      ['Which bend', '0:03'],
      ['How many', '99:00'],
    ] as const) {
      await card.getByRole('button', { name: new RegExp(`^Add: ${prompt}`) }).click()
      await row(prompt).getByLabel('Asked at').fill(time)
      if (prompt !== 'Rope floats') await row(prompt).getByLabel('Students may skip it').uncheck()
    }
    await expect(row('How many').getByText('After the end of the video')).toBeVisible()
    await lookAt(page)
    await row('How many').getByLabel('Asked at').fill('0:05')
    await row('Which bend').getByLabel('Tries').selectOption('2')
    await card.getByRole('button', { name: 'Save the questions' }).click()
    await expect(page.getByText('Questions saved')).toBeVisible()
    await page.reload()
    await expect(card.getByLabel('Asked at').last()).toHaveValue('0:05')
    await expectAccessible(page)
  })

  await signOut(page)
  await startAs(page, 'student', 'Quick Student')
  await enrol(page, courseId)
  const address = `/viewlecture/${courseId}?lecture=${lectureId}`
  const player = page.getByRole('region', { name: /^Video player/ })
  const dialog = page.getByRole('dialog')
  const asks = async (time: string) => {
    await expect(dialog).toHaveAccessibleName(`Question at ${time}`)
    await expect(dialog.getByRole('button', { name: 'Check the answer' })).toBeVisible()
    expect(await paused(page)).toBe(true)
  }

  await test.step('by keyboard alone: one is skipped, one is left and comes back, and its tries end', async () => {
    await open(page, address)
    await expect(page.locator('[data-stop-mark]')).toHaveCount(3)
    await player.focus()
    await page.keyboard.press('k')
    await asks('0:01')
    await expect(dialog).toBeFocused()
    await lookAt(page)
    await page.keyboard.press('Escape')
    await asks('0:03')
    // no key of the player moves the video on
    await page.keyboard.press('k')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await paused(page)).toBe(true)
    await page.keyboard.press('k')
    await asks('0:03')
    await tabTo(page, dialog.getByRole('radio').first())
    for (let tries = 2; tries > 0; tries--) {
      const right = await dialog
        .getByRole('radio', { name: 'Sheet bend' })
        .evaluate((radio) => radio === document.activeElement)
      await page.keyboard.press(right || tries === 1 ? 'ArrowDown' : 'Space')
      if (await dialog.getByRole('radio', { name: 'Sheet bend' }).isChecked()) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(tries === 2 ? 'You have one more try.' : explanation)).toBeVisible()
    }
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused()
    await lookAt(page)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('a jump waits too; a line that is lost says so, and the next try is marked', async () => {
    await jump(page, 8)
    await asks('0:05')
    // headphones and lock screens can play, too
    await ofVideo(page, (video) => void video.play().catch(() => {}))
    await expect.poll(() => paused(page)).toBe(true)
    expect(await seconds(page)).toBeLessThan(9)
    expectErrors.value = true
    await page.route('**/api/quiz/check/**', (route) => route.fulfill({ status: 408 }))
    await dialog.getByLabel('Your answer').fill('2')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Go on without an answer' })).toBeVisible()
    await lookAt(page)
    await page.unroute('**/api/quiz/check/**')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('Right!')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(() => seconds(page)).toBeGreaterThan(8)
  })

  // what is asked again is tested without browsers, in `stops.test.ts`
  if (!isWhole) return
  await test.step('on a phone: what was answered is not asked again, what was skipped is, and all of it fits', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, address)
    await jump(page, 0)
    await player.focus()
    await page.keyboard.press('k')
    await asks('0:01')
    await expectNoSidewaysScroll(page)
    await expect(dialog.getByRole('button', { name: 'Skip' })).toBeInViewport()
    await lookAt(page)
    await dialog.getByRole('radio', { name: 'False' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Check the answer' }).click()
    await expect(dialog.getByText('Right!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => seconds(page)).toBeGreaterThan(5.5)
    await expect(dialog).toBeHidden()
  })
})
