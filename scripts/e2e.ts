import { ensureWebBuild } from './ensure-web-build.ts'
import { findBrowser } from './find-browser.ts'
import { prepareTurnServer } from './find-turn-server.ts'
import { endLike } from './launch/follow.mjs'
import { playwright } from './playwright.ts'

/** The journeys alone, against a fresh build. */
export async function run(args: string[]): Promise<void> {
  const browser = await findBrowser()
  await prepareTurnServer()
  await ensureWebBuild()
  await endLike(await playwright(browser, args))
}
