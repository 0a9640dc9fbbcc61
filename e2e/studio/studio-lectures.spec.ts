import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addLecture, enrol, makeCourse, stamp, startAs } from '../support/api.ts'
import { another, courseWith } from '../support/classes.ts'
import { tabTo } from '../support/keyboard.ts'
import { lookAt } from '../support/look.ts'
import { smallVideo } from '../support/media-files.ts'
import { expect, expectAccessible, expectPage, isWhole, onlyWithAll, test } from '../support/test.ts'

/** The course's lectures as the server lists them now. */
async function stored(page: Page, courseId: string): Promise<string> {
  const { lectures } = await (await page.request.get(`/api/course/getcourselecture/${courseId}`)).json()
  return lectures.map((lecture: { lectureTitle: string }) => lecture.lectureTitle).join(' ')
}

const shown = (page: Page): Promise<string[]> => page.getByText(/^Lecture - \d+: /).allTextContents()

/** Drags a handle to the middle of another row: with a finger where the screen is touched, else with the mouse. */
async function drag(page: Page, handle: Locator, onto: Locator, touch: boolean): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await onto.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  const x = from.x + from.width / 2
  const start = from.y + from.height / 2
  const end = to.y + to.height / 2 + (to.y > from.y ? to.height / 3 : -to.height / 3)
  const steps = Array.from({ length: 12 }, (_, step) => start + ((end - start) * (step + 1)) / 12)
  if (!touch) {
    await page.mouse.move(x, start)
    await page.mouse.down()
    for (const y of steps) await page.mouse.move(x, y)
    await page.mouse.up()
    return
  }
  const finger = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await send('touchStart', start)
  for (const y of steps) {
    await send('touchMove', y)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await send('touchEnd')
}

test.describe('lectures', () => {
  test('of a course, from the first to the removal of one', async ({ page, problems }) => {
    await startAs(page, 'educator', 'Creating Teacher')
    const courseId = await makeCourse(page, `Creating ${stamp()}`)
    await page.goto(`/createlecture/${courseId}`)

    await test.step('are created, with a time when they are live, and listed by number', async () => {
      await expect(page.getByText('No lectures yet')).toBeVisible()
      await lookAt(page)
      const title = page.getByLabel('Lecture title')
      await title.fill('The loom')
      await expect(page.getByLabel('Live start time')).toHaveCount(0)
      await page.getByRole('switch', { name: 'Live session' }).check()
      await page.getByRole('button', { name: 'Create Lecture' }).click()
      await expect(page.getByText('Please select live start time if enabling live session')).toBeVisible()
      await page.getByLabel('Live start time').fill('2030-01-01T18:30')
      await page.getByRole('button', { name: 'Create Lecture' }).click()
      await expect(page.getByText('Lecture Created')).toBeVisible()
      await expect(page.getByText('Lecture - 1: The loom')).toBeVisible()
      await expect(title).toHaveValue('')
      await expect(page.getByLabel('Live start time')).toHaveCount(0)
      await title.fill('The first cloth')
      await page.getByRole('button', { name: 'Create Lecture' }).click()
      await expect(page.getByText('Lecture - 2: The first cloth')).toBeVisible()
      await page.getByRole('button', { name: 'More for The first cloth' }).click()
      const room = page.getByRole('menuitem', { name: 'Teach live' })
      await expect(room).toHaveAttribute('href', /^\/live\/[0-9a-f]{24}$/)
      await page.keyboard.press('Escape')
    })

    await test.step('are edited with a video, and removed after a question', async () => {
      await page.getByRole('link', { name: 'Lecture - 2: The first cloth' }).click()
      await expectPage(page, new RegExp(`/editlecture/${courseId}/`), 'Edit Lecture')
      const lectureId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await lookAt(page)
      await page.getByRole('button', { name: 'Update Lecture' }).click()
      await expect(page.getByText('Choose a video file')).toBeVisible()
      await page.locator('input[name=videoUrl]').setInputFiles(smallVideo())
      await page.getByRole('switch', { name: 'Free preview' }).check()
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/course/editlecture/**', async (route) => {
        await held
        await route.continue()
      })
      await page.getByRole('button', { name: 'Update Lecture' }).click()
      await expect(page.getByText('Uploading video... Please wait.')).toBeVisible()
      // a line that is silent for half a minute counts as lost: no long looks here
      await expectAccessible(page)
      answer()
      await expect(page.getByText('Lecture Updated').first()).toBeVisible({ timeout: 30_000 })

      const question = page.getByRole('alertdialog')
      const remove = async () => {
        await page.getByRole('button', { name: 'Remove Lecture' }).click()
        await question.getByRole('button', { name: 'Remove Lecture' }).click()
      }
      await page.route('**/api/course/removelecture/**', (route) => route.abort(), { times: 1 })
      await remove()
      await expect(page.getByText('Lecture remove error')).toBeVisible()
      expect(problems).toHaveLength(1)
      problems.length = 0
      await expect(question).toHaveCount(0)
      await remove()
      await expect(page.getByText('Lecture Removed')).toBeVisible()
      await expectPage(page, new RegExp(`/createlecture/${courseId}$`), 'Lectures')
      await expect.poll(() => shown(page)).toEqual(['Lecture - 1: The loom'])
      // its page may have asked about it, or loaded its video, while it was removed
      const isGone = (one: string) => one.includes(' 404 ') && one.includes(lectureId)
      problems.splice(0, problems.length, ...problems.filter((one) => !isGone(one)))
    })

    await test.step('have ways back, from each to its course', async () => {
      await page.getByRole('link', { name: 'Lecture - 1: The loom' }).click()
      await expectPage(page, new RegExp(`/editlecture/${courseId}/`), 'Edit Lecture')
      await page.getByRole('link', { name: 'Back' }).click()
      await expectPage(page, new RegExp(`/createlecture/${courseId}$`), 'Lectures')
      await page.getByRole('link', { name: 'Back to Course' }).click()
      await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}$`))
    })
  })

  test('in another order, by the keyboard, and against what the server has', async ({ page, problems }) => {
    await startAs(page, 'educator', 'Order Teacher')
    const courseId = await courseWith(page, `Order ${stamp()}`, ['One', 'Two', 'Three'])
    await page.goto(`/createlecture/${courseId}`)
    const handle = page.getByRole('button', { name: 'Move: One' })
    const menu = async (name: string, entry: string | RegExp) => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }

    await test.step('change places by the keyboard: the focus stays, the new place is said, students see it', async () => {
      await tabTo(page, handle)
      await page.keyboard.press('ArrowDown')
      await expect(page.getByText('“One” is now lecture 2 of 3.')).toBeAttached()
      await expect(handle).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByText('“One” is now lecture 3 of 3.')).toBeAttached()
      await expect(handle).toBeFocused()
      await page.keyboard.press('ArrowDown')
      expect(await shown(page)).toEqual(['Lecture - 1: Two', 'Lecture - 2: Three', 'Lecture - 3: One'])
      await menu('More for Three', 'Move up')
      await expect.poll(() => stored(page, courseId)).toBe('Three Two One')
      await expect(page.getByRole('button', { name: 'More for Three' })).toBeFocused()
      await lookAt(page)
      await page.reload()
      expect(await shown(page)).toEqual(['Lecture - 1: Three', 'Lecture - 2: Two', 'Lecture - 3: One'])

      const student = await another(page, 'student', 'Order Student')
      await enrol(student, courseId)
      await student.goto(`/viewcourse/${courseId}`)
      const rows = student.getByRole('region', { name: 'Course Curriculum' }).getByRole('listitem')
      await expect(rows.first()).toContainText('Three')
      await student.getByRole('link', { name: 'Watch Now' }).first().click()
      await expect(student.getByRole('region', { name: 'All Lectures' }).getByRole('listitem').last()).toContainText(
        'One',
      )
      await student.context().close()
    })

    // orders, sections, texts and files are tested without browsers
    if (!isWhole) return
    await test.step('come back to their places when the server refuses, and take in what another tab added', async () => {
      const before = ['Lecture - 1: Three', 'Lecture - 2: Two', 'Lecture - 3: One']
      await page.route('**/saveoutline/**', (route) => route.abort(), { times: 1 })
      await menu('More for Three', 'Move down')
      await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
      await expect.poll(() => shown(page)).toEqual(before)
      expect(problems).toHaveLength(1)

      await addLecture(page, courseId, 'Four')
      await menu('More for Three', 'Move down')
      // a lecture that was added elsewhere is no question: the move is saved, and the lecture shown
      await expect.poll(() => stored(page, courseId)).toBe('Two Three One Four')
      const merged = ['Lecture - 1: Two', 'Lecture - 2: Three', 'Lecture - 3: One', 'Lecture - 4: Four']
      await expect.poll(() => shown(page)).toEqual(merged)
      expect(problems).toHaveLength(2)
      problems.length = 0
      await menu('More for Three', 'Move up')
      await menu('More for Four', 'Move up')
      await expect.poll(() => stored(page, courseId)).toBe('Three Two Four One')
    })

    await test.step('are renamed in their rows: Enter saves, Escape leaves', async () => {
      await menu('More for Four', 'Rename')
      const title = page.getByLabel('New title of the lecture “Four”')
      await expect(title).toBeFocused()
      await title.fill('Never')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'More for Four' })).toBeFocused()
      await menu('More for Four', 'Rename')
      await title.fill('Fourth')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Lecture - 3: Fourth' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'More for Fourth' })).toBeFocused()
      expect(await stored(page, courseId)).toBe('Three Two Fourth One')
      await menu('More for Fourth', 'Rename')
      await page.getByLabel('New title of the lecture “Fourth”').fill('Four')
      await page.keyboard.press('Enter')
      await expect.poll(() => stored(page, courseId)).toBe('Three Two Four One')
    })

    await test.step('are grouped in sections, moved between them by arrows and menu, and shown to students by section', async () => {
      const list = () =>
        page
          .getByText(/^Lecture - \d+: /)
          .or(page.getByRole('region', { name: 'In this course' }).getByRole('heading', { level: 3 }))
          .allTextContents()
      const rows = page.getByRole('region', { name: 'In this course' }).getByRole('listitem')
      await menu('More for Four', 'Start a section here')
      const title = page.getByLabel('New title of the section “New section”')
      await expect(title).toBeFocused()
      await title.fill('Practice')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Practice' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'More for the section Practice' })).toBeFocused()
      await page.getByRole('button', { name: 'Add a section' }).click()
      await page.getByLabel('Title of the new section').fill('Further on')
      await page.keyboard.press('Enter')
      await expect(page.getByText('No lectures yet: move some here.')).toBeVisible()
      await menu('More for One', 'Move to section 2: Further on')
      await expect(page.getByText('“One” is now lecture 4 of 4, in “Further on”.')).toBeAttached()
      await menu('More for One', 'Move up')
      await expect(page.getByText('“One” is now lecture 4 of 4, in “Practice”.')).toBeAttached()
      await menu('More for the section Practice', 'Move section down')
      await menu('More for Three', 'Move to section 1: Further on')
      await expect.poll(() => stored(page, courseId)).toBe('Two Three Four One')
      await lookAt(page)
      await page.reload()
      expect(await list()).toEqual([
        'Lecture - 1: Two',
        'Further on',
        'Lecture - 2: Three',
        'Practice',
        'Lecture - 3: Four',
        'Lecture - 4: One',
      ])

      await page.getByRole('link', { name: 'Lecture - 3: Four' }).click()
      await page.getByLabel('Description').fill('What *four* is')
      await page.getByLabel('Text to read').fill('# Why four\n\n- one')
      await page.getByText('How students see it: text to read').click()
      await expect(page.getByRole('heading', { name: 'Why four' })).toBeVisible()
      await lookAt(page)
      await page.getByRole('button', { name: 'Update Lecture' }).click()
      await expect(page.getByText('Lecture Updated').first()).toBeVisible()
      const files = page.getByRole('region', { name: 'Files' })
      const file = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
      await files.locator('input[type=file]').setInputFiles(file('page.pdf', '<html><script>alert(1)</script>'))
      await expect(files.getByText('ends with .pdf, but what is in it is something else')).toBeVisible()
      expect(problems).toHaveLength(1)
      problems.length = 0
      await files.locator('input[type=file]').setInputFiles(file('four things.pdf', '%PDF-1.7 four'))
      await expect(files.getByRole('link', { name: 'four things.pdf' })).toBeVisible()
      await expectAccessible(page)
      // another tab writes the description; this one, which has the old one, writes the text
      const address = `/api/course/editlecture/${new URL(page.url()).pathname.split('/').at(-1)}`
      await page.request.post(address, { data: { description: 'What *four* is, once more' } })
      await page.getByLabel('Text to read').fill('# Why four\n\n- one [page](https://a.example/b)\n- <b>two</b>')
      await page.getByRole('button', { name: 'Update Lecture' }).click()
      await expect(page.getByText('Also changed elsewhere: Description')).toBeVisible()
      await expect(page.getByLabel('Description')).toHaveValue('What *four* is, once more')
      expect(problems).toHaveLength(1)
      problems.length = 0
      await page.getByRole('link', { name: 'Back' }).click()
      await expect(rows.getByText('Text', { exact: true })).toBeVisible()

      const student = await another(page, 'student', 'Section Student')
      await enrol(student, courseId)
      await student.goto(`/viewcourse/${courseId}`)
      const curriculum = student.getByRole('region', { name: 'Course Curriculum' })
      await expect(curriculum.getByText('Two')).toBeVisible()
      await expect(curriculum.getByText('Four')).toBeHidden()
      await curriculum.getByRole('heading', { name: 'Practice' }).click()
      await lookAt(student)
      await curriculum.getByRole('link', { name: 'Four' }).click()
      const all = student.getByRole('region', { name: 'All Lectures' })
      await expect(all.getByRole('link', { name: '4. One' })).toBeVisible()
      await expect(all.getByRole('link', { name: '2. Three' })).toBeHidden()
      await expect(student.getByRole('article').getByRole('listitem')).toHaveText(['one page', '<b>two</b>'])
      await expect(student.getByText('What four is, once more')).toBeVisible()
      const saved = student.waitForEvent('download')
      await student.getByRole('link', { name: 'four things.pdf' }).click()
      expect((await saved).suggestedFilename()).toBe('four things.pdf')
      await student.getByRole('button', { name: 'Mark as complete' }).click()
      await expect(all.getByText('1 of 4 lectures completed')).toBeVisible()
      await lookAt(student)
      await student.reload()
      await expect(student.getByRole('article').getByRole('heading', { name: 'Why four' })).toBeVisible()
      await expect(student.getByRole('button', { name: 'Completed' })).toBeVisible()
      await student.context().close()

      const { lectures } = await (await page.request.get(`/api/course/getcourselecture/${courseId}`)).json()
      await page.request.post(`/api/course/editlecture/${lectures[2]._id}`, { data: { isPreviewFree: true } })
      await page.goto(`/viewcourse/${courseId}?view=student`)
      await page.getByRole('heading', { name: 'Practice' }).click()
      await page.getByRole('button', { name: /^Four/ }).click()
      await expect(page.getByRole('heading', { name: 'Why four' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'four things.pdf' })).toBeVisible()
      await page.goto(`/createlecture/${courseId}`)

      await menu('More for the section Practice', 'Remove section')
      await expect
        .poll(list)
        .toEqual(['Lecture - 1: Two', 'Further on', 'Lecture - 2: Three', 'Lecture - 3: Four', 'Lecture - 4: One'])
      expect(await stored(page, courseId)).toBe('Two Three Four One')
    })
  })

  test('show what becomes of their videos, while it happens', async ({ page }) => {
    onlyWithAll('a stream is made and played in every run; what a row says of a video is tested without browsers')
    await startAs(page, 'educator', 'Watching Teacher')
    const courseId = await makeCourse(page, `Watching ${stamp()}`)
    const lectureId = await addLecture(page, courseId, 'The river')
    await page.goto(`/createlecture/${courseId}`)
    await expect(page.getByText('No video yet')).toBeVisible()
    await page.request.post(`/api/course/editlecture/${lectureId}`, {
      multipart: {
        videoUrl: {
          name: 'river.mp4',
          mimeType: 'video/mp4',
          buffer: await readFile(new URL('../../server/test/fixtures/small.mp4', import.meta.url)),
        },
      },
    })
    const row = page.locator(`[data-lecture="${lectureId}"]`)
    // the page was not loaded again: events bring it
    await expect(row.getByText(/waits to be prepared|Preparing the video|Qualities/)).toBeVisible()
    await expect(row.getByText('Qualities: 240p')).toBeVisible({ timeout: 60_000 })
    await expect(row.getByText('No video yet')).toBeHidden()
    await page.reload()
    await expect(row.getByText(/^0:\d\d$/)).toBeVisible()
    await expect(page.getByText(/^1 lecture · \d+ s$/)).toBeVisible()
    await lookAt(page)
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    await expect(page.getByText('Qualities: 240p')).toBeVisible()
    await expectAccessible(page)
  })

  test('are dragged to another place, and Escape puts one back', { tag: '@phone' }, async ({ page, hasTouch }) => {
    if (!hasTouch) onlyWithAll('a finger does so in every run, and keys move lectures there')
    await startAs(page, 'educator', 'Drag Teacher')
    const courseId = await courseWith(page, `Drag ${stamp()}`, ['One', 'Two', 'Three', 'Four'])
    await page.goto(`/createlecture/${courseId}`)
    const handles = page.getByRole('button', { name: /^Move: / })
    const rows = page.getByRole('region', { name: 'In this course' }).getByRole('listitem')
    // all of them in view, away from the edges where dragging scrolls
    await rows.nth(1).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await drag(page, handles.nth(0), rows.nth(2), hasTouch)
    await expect(page.getByText('“One” is now lecture 3 of 4.')).toBeAttached()
    await expect.poll(() => stored(page, courseId)).toBe('Two Three One Four')
    await drag(page, handles.nth(3), rows.nth(1), hasTouch)
    await expect.poll(() => stored(page, courseId)).toBe('Two Four Three One')
    expect(await shown(page)).toEqual([
      'Lecture - 1: Two',
      'Lecture - 2: Four',
      'Lecture - 3: Three',
      'Lecture - 4: One',
    ])
    const box = await handles.nth(0).boundingBox()
    if (!box) throw new Error('no handle')
    await page.mouse.move(box.x + 10, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 10, box.y + 200, { steps: 8 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect((await shown(page))[0]).toBe('Lecture - 1: Two')
    expect(await stored(page, courseId)).toBe('Two Four Three One')
  })
})
