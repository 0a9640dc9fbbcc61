import { inBrowser, onServer } from '#app/loaders.ts'
import { loadSitePage, SitePage } from '#app/site-page.tsx'

const load = loadSitePage('privacy')

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default SitePage
