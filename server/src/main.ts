import { flushCompileCache } from 'node:module'
import { startAgainWithSettings } from './start-again.ts'

startAgainWithSettings()
const { startServer } = await import('./start-server.ts')
await startServer()
// A process that is killed leaves nothing for the next start.
flushCompileCache()
