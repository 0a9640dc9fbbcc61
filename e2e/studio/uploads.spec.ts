import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addLecture, makeCourse, stamp, startAs } from '../support/api.ts'
import { openLine } from '../support/line.ts'
import { lookAt } from '../support/look.ts'
import { largeVideo, smallVideo } from '../support/media-files.ts'
import { expect, goByRouter, test } from '../support/test.ts'

/** Returns a copy of a file with the same name and another date; `changed` has another content of the same size. */
function copyOf(file: string, changed = false): string {
  const copy = test.info().outputPath(changed ? 'changed' : 'same', path.basename(file))
  mkdirSync(path.dirname(copy), { recursive: true })
  const bytes = readFileSync(file)
  if (changed) bytes[1000] = ((bytes[1000] ?? 0) + 1) % 256
  writeFileSync(copy, bytes)
  utimesSync(copy, new Date('2020-01-01'), new Date('2020-01-01'))
  return copy
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('an upload goes on after a lost line, on other pages, and after a reload, and arrives as it was sent', async ({
  page,
  problems,
  baseURL,
}) => {
  await startAs(page, 'educator', 'Uploading Teacher')
  const courseId = await makeCourse(page, `Uploading ${stamp()}`)
  const lectureId = await addLecture(page, courseId, 'The long way')
  const line = await openLine(baseURL ?? '')
  await page.goto(`${line.origin}/editlecture/${courseId}/${lectureId}`)
  const file = largeVideo()
  const browser = await page.context().newCDPSession(page)
  const setSpeed = (bytesPerSecond: number) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 5,
      downloadThroughput: 4e6,
      uploadThroughput: bytesPerSecond,
    })
  const arrived = async (): Promise<number> => {
    const { uploads } = await (await page.request.get('/api/uploads')).json()
    return uploads[0]?.received ?? 0
  }
  await setSpeed(1.5e6)
  await page.locator('input[name=videoUrl]').setInputFiles(file)
  await page.getByRole('button', { name: 'Update Lecture' }).click()
  const tray = page.getByRole('region', { name: 'Upload tray' })

  await test.step('waits for the connection, and goes on by itself', async () => {
    await expect(page.getByText('Uploading video... Please wait.')).toBeVisible()
    await expect.poll(arrived, { timeout: 20_000 }).toBeGreaterThan(2e6)
    line.cut()
    await expect(tray.getByRole('button')).toContainText('Uploads wait for the connection', { timeout: 20_000 })
    line.mend()
    await expect(tray.getByRole('button')).toContainText('1 video is uploading', { timeout: 40_000 })
    problems.length = 0
  })

  await test.step('stays in sight on other pages, where it is paused, and covers nothing of a form', async () => {
    await goByRouter(page, `/addcourses/${courseId}`)
    await expect(page.getByRole('heading', { name: 'Edit Course' })).toBeVisible()
    const before = await arrived()
    await expect.poll(arrived, { timeout: 20_000 }).toBeGreaterThan(before)
    await tray.getByRole('button', { name: /video is uploading/ }).click()
    await tray.getByRole('button', { name: 'Pause: The long way' }).click()
    await expect(tray.getByText(/^Paused at \d+ %$/)).toBeVisible()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const cancel = page.getByRole('link', { name: 'Cancel' })
    for (const size of [
      { width: 320, height: 700 },
      { width: 1280, height: 900 },
    ]) {
      await page.setViewportSize(size)
      // as it is without scrolling
      const strip = async () => (await tray.boundingBox())?.y ?? 0
      for (const control of [save, cancel])
        await expect(async () => {
          const { y, height } = (await control.boundingBox()) ?? { y: size.height, height: 0 }
          expect(y + height).toBeLessThanOrEqual(await strip())
        }).toPass({ timeout: 2000 })
    }
    await lookAt(page)
  })

  await test.step('is finished after a reload with the same file, whatever its date, and with no other', async () => {
    await page.reload()
    await tray.getByRole('button', { name: '1 upload to finish' }).click()
    await expect(
      tray.getByText(/% has arrived\. Choose “lecture\.mp4” again to go on; nothing is lost\./),
    ).toBeVisible()
    await lookAt(page)
    const choose = tray.getByLabel('Choose the file of The long way')
    await choose.setInputFiles(smallVideo())
    await expect(tray.getByRole('alert')).toContainText('is not the file that this upload began with')
    expect(await arrived()).toBeGreaterThan(2e6)
    await choose.setInputFiles(copyOf(file, true))
    await expect(tray.getByRole('alert')).toContainText('“lecture.mp4” is not the file that this upload began with')
    problems.length = 0
    await setSpeed(40e6)
    await choose.setInputFiles(copyOf(file))
    await expect(tray.getByRole('button', { name: 'Uploads are complete' })).toBeVisible({ timeout: 60_000 })
    const video = await page.request.get(`/api/media/lectures/${lectureId}/video`)
    expect(sha256(await video.body())).toBe(sha256(readFileSync(file)))
  })
  line.close()
})
