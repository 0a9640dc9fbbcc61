import { createServer } from 'node:http'
import { newAccount } from './support/accounts.ts'
import { freePort, ownServer } from './support/own-server.ts'
import { expect, test } from './support/test.ts'

test('the sandbox checkout works in a page of another allowed origin', async ({ page, request }) => {
  // a real server: browsers keep pages that a test made up away from this machine's own addresses
  let shopPage = ''
  const shopServer = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(shopPage))
  const port = await freePort()
  await new Promise<void>((resolve) => shopServer.listen(port, '127.0.0.1', resolve))
  const shop = `http://127.0.0.1:${port}`
  const server = await ownServer({ CORS_ORIGINS: shop })
  try {
    const call = async (path: string, data: object) => {
      const answer = await request.post(`${server.url}${path}`, { data })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer.json()
    }
    const signUp = (role: string) => call('/api/auth/signup', { ...newAccount('Embedded Account'), role })
    await signUp('educator')
    const { _id } = await call('/api/course/create', { title: 'Knots', category: 'Others' })
    const edited = await request.post(`${server.url}/api/course/editcourse/${_id}`, {
      multipart: { price: '100', isPublished: 'true' },
    })
    expect(edited.ok()).toBe(true)
    await signUp('student')
    const order = await call('/api/payment/create-order', { courseId: _id })

    shopPage = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><body><output></output><script src="${server.url}/sandbox/checkout.js"></script>
      <script>new Razorpay({ order_id: '${order.id}', handler: (result) => { document.querySelector('output').textContent = JSON.stringify(result) } }).open()</script>`
    await page.goto(`${shop}/`)
    await page.frameLocator('iframe[title="Checkout"]').getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.locator('output')).toContainText('razorpay_signature')
    const result = JSON.parse((await page.locator('output').textContent()) ?? '')
    expect(await call('/api/payment/verify-payment', result)).toMatchObject({
      message: expect.stringMatching(/enrolled/),
    })
  } finally {
    shopServer.close()
    await server.remove()
  }
})
