import { enrol, makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

const gift = `// [tag:easy]
Water is wet {T}

Describe your knot {}

// [tag:easy]
Which holds? {=Bowline ~Granny ~Slip}
`

test('questions come in from a file, their answers give statistics, and marks stand in a table', async ({ page }) => {
  onlyWithAll('each page of it is opened in every run; files, statistics and marks are tested without browsers')
  await startAs(page, 'educator', 'Marks Teacher')
  const courseId = await makeCourse(page, `Marks ${stamp()}`)

  await test.step('a file shows what it would bring, and what cannot be read', async () => {
    await page.goto(`/courses/${courseId}/questions`)
    await expect(page.getByText('This course has no questions yet.')).toBeVisible()
    await lookAt(page)
    const file = { name: 'knots.txt', mimeType: 'text/plain', buffer: Buffer.from(gift) }
    await page.getByLabel('File of questions').setInputFiles(file)
    await expect(page.getByRole('heading', { name: '1 part cannot be read' })).toBeVisible()
    await expect(page.getByText('Describe your knot {}')).toBeVisible()
    await expect(page.getByRole('heading', { name: '2 questions can be imported' })).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Import 2 questions' }).click()
    await expect(page.getByText('2 questions were imported.')).toBeVisible()
    await page.reload()
    for (const [name, start] of [
      ['Download as GIFT', '// Questions'],
      ['Download as CSV', 'kind,question'],
    ] as const) {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      const reply = await page.request.get(href ?? '')
      expect(await reply.text()).toContain(start)
    }
  })

  const made = await page.request.post(`/api/quiz/course/${courseId}`, { data: { title: 'Knots and water' } })
  const { lecture } = await made.json()
  const { settings } = await (await page.request.get(`/api/quiz/edit/${lecture._id}`)).json()
  const parts = [{ kind: 'draw', tag: 'easy', count: 2 }]
  const data = { title: 'Knots and water', settings: { ...settings, parts, shuffleOptions: false, passPercent: 100 } }
  expect((await page.request.post(`/api/quiz/edit/${lecture._id}`, { data })).ok()).toBe(true)

  await page.goto(`/courses/${courseId}/marks`)
  await expect(page.getByRole('heading', { name: 'No students yet' })).toBeVisible()
  await lookAt(page)

  const students: Awaited<ReturnType<typeof newClient>>[] = []
  for (const number of Array.from({ length: 10 }, (_, at) => at)) {
    const student = await newClient('student', `Marks Student ${number}`)
    students.push(student)
    await enrol(student, courseId)
    const begun = await student.request.post(`/api/quiz/begin/${lecture._id}`)
    const { attempt } = await begun.json()
    const answers = attempt.questions.map(({ question }: { question: { kind: string; position: number } }) => ({
      position: question.position,
      base: 0,
      answer:
        question.kind === 'truth' ? { kind: 'truth', value: number < 6 } : { kind: 'one', pick: number < 4 ? 0 : 1 },
    }))
    await student.request.post(`/api/quiz/attempt/${attempt._id}`, { data: { answers } })
    expect((await student.request.post(`/api/quiz/attempt/${attempt._id}/handin`)).ok()).toBe(true)
  }

  await test.step('the educator finds the marks of all, and what the answers say about the questions', async () => {
    await page.reload()
    const row = page.getByRole('row', { name: /Marks Student 0/ })
    await expect(row).toContainText('100 %')
    await expect(row).toContainText('2 of 2')
    const table = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')
    expect(await (await page.request.get(table ?? '')).text()).toContain('Marks Student 0')
    await expect(page.getByRole('row', { name: /Marks Student 9/ })).toContainText('Not passed')
    await lookAt(page)
    await page.getByRole('link', { name: 'Quiz: statistics of the questions' }).click()
    await expect(page.getByRole('heading', { name: 'Statistics of the questions' })).toBeVisible()
    const hard = page.getByRole('listitem').filter({ hasText: 'Which holds?' })
    await expect(hard).toContainText('40 %')
    await expect(hard).toContainText('Granny')
    const all = await page.getByRole('link', { name: 'All answers as CSV' }).getAttribute('href')
    expect(await (await page.request.get(all ?? '')).text()).toContain('Granny')
    await lookAt(page)
  })

  await test.step('a student finds their own', async () => {
    await page.context().clearCookies()
    await page.context().addCookies((await students[1]?.request.storageState())?.cookies ?? [])
    await page.goto(`/quiz/${courseId}/${lecture._id}`)
    await page.getByRole('link', { name: 'Your marks' }).click()
    await expect(page.getByRole('heading', { name: 'Your marks' })).toBeVisible()
    await expect(page.getByText('Average: 100 %')).toBeVisible()
    await lookAt(page)
  })
})
