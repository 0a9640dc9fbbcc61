import type { Page } from '@playwright/test'
import { stamp, startAs } from '../support/api.ts'
import { another } from '../support/classes.ts'
import { type Hands, withKeys, withMouse } from '../support/hands.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectNoSidewaysScroll, onlyWithAll, test } from '../support/test.ts'

type Way = {
  handsOf: (page: Page) => Hands
  /** in px; as wide as the project without it */
  width?: number
  look: (page: Page) => Promise<void>
}

/** The presses that a course with a text, a quiz, an assignment and a certificate takes. Who adds one has a reason. */
const pressesOfCourse = 20

async function walk(page: Page, title: string, { handsOf, width, look }: Way): Promise<void> {
  await startAs(page, 'educator', 'Meera Iyer')
  const student = await another(page, 'student', 'Sunita Shresta')
  const visitor = await another(page)
  if (width) for (const one of [page, student, visitor]) await one.setViewportSize({ width, height: 844 })
  const educates = handsOf(page)
  const learns = handsOf(student)
  const question = student.getByRole('region', { name: 'Question 1' })
  const named = (person: Page, role: 'link' | 'button', name: string | RegExp) =>
    person.getByRole(role, { name }).first()

  await test.step('an educator builds a course with a text, a quiz, an assignment and a certificate', async () => {
    const { press, fill, pick } = bound(educates)
    await page.goto('/courses')
    await press(named(page, 'link', 'Create Course'))
    await fill(page.getByLabel('Course title'), title)
    await pick(page.getByLabel('Category'), 'Others')
    await press(named(page, 'button', 'Create Course'))
    await fill(page.getByLabel('Price'), '0')
    await press(page.getByRole('switch', { name: 'Certificate' }))
    await press(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.getByText('Course Updated')).toBeVisible()
    await press(named(page, 'link', 'Go to lectures'))
    await fill(page.getByLabel('Lecture title'), 'The loom')
    await press(named(page, 'button', 'Create Lecture'))
    await press(named(page, 'link', /The loom/))
    await fill(page.getByLabel('Text to read'), 'The warp is **tight**.')
    await press(named(page, 'button', 'Update Lecture'))
    await expect(page.getByText('Lecture Updated')).toBeVisible()
    await press(named(page, 'link', 'Back'))
    await fill(page.getByLabel('Title of the quiz'), 'Threads')
    await press(named(page, 'button', 'Create Quiz'))
    await press(named(page, 'button', 'Write a question'))
    const editor = page.getByRole('region', { name: 'New question' })
    await fill(editor.getByLabel('Question'), 'Which threads are tight?')
    for (const [at, text] of ['The warp', 'The weft'].entries()) await fill(editor.getByLabel(`Text ${at + 1}`), text)
    await fill(editor.getByLabel('Explanation'), 'The loom holds the warp.')
    await press(editor.getByRole('button', { name: 'Save the question' }))
    await expect(page.getByRole('heading', { name: 'Questions (1)' })).toBeVisible()
    await look(page)
    await press(named(page, 'link', 'Back'))
    await fill(page.getByLabel('Title of the assignment'), 'Weave a border')
    await press(named(page, 'button', 'Create assignment'))
    await fill(page.getByLabel('Task'), 'Weave **ten** rows.')
    await press(named(page, 'button', 'Save assignment'))
    await expect(page.getByText('All changes saved')).toBeVisible()
    await look(page)
    await press(named(page, 'link', 'Back'))
    await press(named(page, 'link', 'Back to Course'))
    await press(page.getByRole('switch', { name: 'Published' }))
    await press(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.getByRole('link', { name: 'Open its page' })).toBeVisible()
    expect(educates.presses).toBe(pressesOfCourse)
  })
  const courseId = new URL(page.url()).pathname.split('/').at(-1)

  await test.step('a student enrols, reads, fails the quiz and learns why', async () => {
    const { press, choose } = bound(learns)
    await student.goto(`/viewcourse/${courseId}`)
    await press(named(student, 'button', 'Enroll Now'))
    await press(named(student, 'link', 'Watch Now'))
    await expect(
      student.getByText('Still to do: 1 lecture to read, 1 quiz to pass and 1 assignment to hand in'),
    ).toBeVisible()
    await press(named(student, 'link', /The loom/))
    await press(named(student, 'button', 'Mark as complete'))
    await press(named(student, 'button', 'Next: Threads'))
    await press(named(student, 'button', 'Begin'))
    await choose(question.getByRole('radio', { name: 'The weft' }))
    await expect(student.getByText('All answers saved')).toBeVisible()
    await press(named(student, 'button', 'Hand in'))
    await press(student.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }))
    await expect(student.getByText('Not passed')).toBeVisible()
    await expect(question.getByText('The loom holds the warp.')).toBeVisible()
    await look(student)
  })

  await test.step('they try again and pass', async () => {
    const { press, choose } = bound(learns)
    await press(named(student, 'button', 'Begin another attempt'))
    await choose(question.getByRole('radio', { name: 'The warp' }))
    await expect(student.getByText('All answers saved')).toBeVisible()
    await press(named(student, 'button', 'Hand in'))
    await press(student.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }))
    await expect(student.getByText('Passed', { exact: true })).toBeVisible()
    await press(named(student, 'link', 'Back to the course'))
    await expect(student.getByRole('img', { name: /^Completed: .*Threads/ })).toBeVisible()
    await expect(student.getByText('Still to do: 1 assignment')).toBeVisible()
  })

  await test.step('they ask a question and write a note', async () => {
    const { press, fill } = bound(learns)
    await press(named(student, 'link', /The loom/))
    const questions = student.getByRole('region', { name: 'Questions', exact: true })
    await press(questions.getByRole('button', { name: 'Questions', exact: true }))
    await press(questions.getByRole('button', { name: 'Ask a question' }))
    await fill(questions.getByRole('textbox', { name: 'Your question' }), 'Which yarn is best?')
    await press(questions.getByRole('button', { name: 'Ask', exact: true }))
    await expect(questions.getByRole('heading', { name: 'Which yarn is best?' })).toBeVisible()
    const notes = student.getByRole('region', { name: 'Your notes' })
    await press(notes.getByRole('button', { name: /^Your notes/ }))
    await press(notes.getByRole('button', { name: 'Add a note' }))
    await fill(student.getByRole('textbox', { name: /^Note/ }), 'Buy cotton')
    await press(named(student, 'button', 'Done'))
    await expect(notes.getByText('Buy cotton')).toBeVisible()
    await look(student)
  })

  await test.step('they hand in the assignment, which the educator returns', async () => {
    const { press, fill } = bound(learns)
    await press(named(student, 'link', /Weave a border/))
    await expect(student).toHaveURL(/\/assignment\//)
    await fill(student.getByRole('textbox', { name: 'Your answer' }), 'Nine rows.')
    await press(named(student, 'button', 'Hand in'))
    await expect(student.getByText('Your answer waits for the educator')).toBeVisible()
    const educator = bound(educates)
    await educator.press(named(page, 'link', /^Answers/))
    await educator.press(named(page, 'link', /Sunita Shresta/))
    await educator.fill(page.getByRole('textbox', { name: 'Comment', exact: true }), 'One row is missing.')
    await look(page)
    await educator.press(named(page, 'button', 'Return for changes'))
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
  })

  await test.step('they read why, hand in again, and are accepted', async () => {
    const { press, fill } = bound(learns)
    await press(named(student, 'link', 'Back'))
    await press(named(student, 'link', /Weave a border/))
    await expect(student).toHaveURL(/\/assignment\//)
    await expect(student.getByRole('region', { name: 'What should change' })).toContainText('One row is missing.')
    await fill(student.getByRole('textbox', { name: 'Your answer' }), 'Ten rows.')
    await press(named(student, 'button', 'Hand in'))
    await expect(student.getByText('Your answer waits for the educator')).toBeVisible()
    const educator = bound(educates)
    await page.reload()
    await educator.press(named(page, 'link', /Sunita Shresta/))
    await educator.fill(page.getByRole('textbox', { name: /^Marks/ }), '10')
    await educator.press(named(page, 'button', 'Accept'))
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
  })

  await test.step('the course is completed, and the certificate is shared', async () => {
    const { press } = bound(learns)
    await student.reload()
    await expect(student.getByText(/10 of .* marks/)).toBeVisible()
    await look(student)
    await press(named(student, 'link', 'Back to the course'))
    await expect(student.getByText('Completed.', { exact: true })).toBeVisible()
    await press(named(student, 'link', /(See|Get) your certificate/))
    await expect(student.getByRole('heading', { level: 1, name: 'Certificate of completion' })).toBeVisible()
    await student.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(named(student, 'button', 'Share'))
    await expect(student.getByText('Link copied')).toBeVisible()
  })

  await test.step('a visitor checks it', async () => {
    const address = new URL(student.url()).pathname
    await visitor.goto(address.toLowerCase().replaceAll('-', ''))
    await expect(visitor).toHaveURL(new RegExp(`${address}$`))
    await expect(visitor.getByText('This certificate is valid.')).toBeVisible()
    await expect(visitor.getByText('Sunita Shresta')).toBeVisible()
    const download = visitor.waitForEvent('download')
    await handsOf(visitor).press(named(visitor, 'link', 'Download as PDF'))
    expect((await download).suggestedFilename()).toMatch(/^certificate-[0-9A-Z-]{19}\.pdf$/)
    await look(visitor)
  })
  for (const one of [student, visitor]) await one.context().close()
}

/** The functions of hands, to be called without them. */
const bound = (hands: Hands) => ({
  press: hands.press.bind(hands),
  fill: hands.fill.bind(hands),
  choose: hands.choose.bind(hands),
  pick: hands.pick.bind(hands),
})

test.describe('in one walk', () => {
  onlyWithAll('quiz, assignment, questions, notes, completion and certificate have tests of their own')

  test('a course is built, learned, answered for, completed and certified', async ({ page }) => {
    await walk(page, `Weaving ${stamp()}`, { handsOf: withMouse, look: lookAt })
  })

  test('the same on a phone', async ({ page }) => {
    await walk(page, `Weaving ${stamp()}`, { handsOf: withMouse, width: 390, look: expectNoSidewaysScroll })
  })

  test('the same by keyboard alone', async ({ page }) => {
    // hundreds of stops
    await walk(page, `Weaving ${stamp()}`, { handsOf: withKeys, look: async () => {} })
  })
})
