import { once } from 'node:events'
import { createServer } from 'node:http'
import { makeCourse, stamp, startAs } from '../support/api.ts'
import { shopOriginFor } from '../support/own-server.ts'
import { expect, test } from '../support/test.ts'

test('the sandbox checkout works in a page of another allowed origin', async ({ page, request, baseURL }) => {
  const server = new URL(baseURL ?? '')
  const shop = new URL(shopOriginFor(Number(server.port)))
  // a real server: browsers keep pages that a test made up away from this machine's own addresses
  let shopPage = ''
  const shopServer = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(shopPage))
  await once(shopServer.listen(Number(shop.port), shop.hostname), 'listening')
  try {
    const call = async (path: string, data: object) => {
      const answer = await request.post(path, { data })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer.json()
    }
    await startAs({ request }, 'educator', 'Embedded Educator')
    const courseId = await makeCourse({ request }, `Knots ${stamp()}`)
    const priced = await request.post(`/api/course/editcourse/${courseId}`, { multipart: { price: '100' } })
    expect(priced.ok()).toBe(true)
    await startAs({ request }, 'student', 'Embedded Student')
    const order = await call('/api/payment/create-order', { courseId })

    shopPage = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><body><output></output><script src="${server.origin}/sandbox/checkout.js"></script>
      <script>new Razorpay({ order_id: '${order.id}', handler: (result) => { document.querySelector('output').textContent = JSON.stringify(result) } }).open()</script>`
    await page.goto(shop.href)
    await page.frameLocator('iframe[title="Checkout"]').getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.locator('output')).toContainText('razorpay_signature')
    const result = JSON.parse((await page.locator('output').textContent()) ?? '')
    expect(await call('/api/payment/verify-payment', result)).toMatchObject({
      message: expect.stringMatching(/enrolled/),
    })
  } finally {
    shopServer.close()
  }
})
