import { flushCompileCache } from 'node:module'
import { keepCompiledSources } from './compile-cache.ts'

keepCompiledSources()
const { startServer } = await import('./start-server.ts')
await startServer()
// A process that is killed leaves nothing for the next start.
flushCompileCache()
