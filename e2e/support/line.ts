import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Page } from '@playwright/test'

/** Holds requests back, or their answers, until the returned function is called or the page leaves them. */
export async function holdBack(
  page: Page,
  which: Parameters<Page['route']>[0],
  what: 'requests' | 'answers' = 'requests',
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    const response = what === 'answers' ? await route.fetch() : undefined
    await released
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => {})
  })
  return release
}

/** A line to the server that can be cut: connections break in the middle, and no new ones come about until it is mended. */
export async function openLine(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo // listening on TCP
  const cut = (): void => {
    whole = false
    for (const one of open) one.resetAndDestroy()
  }
  return {
    origin: `http://${hostname}:${address.port}`,
    cut,
    mend: (): void => {
      whole = true
    },
    close(): void {
      cut()
      server.close()
    },
  }
}
