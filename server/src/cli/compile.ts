import { setFlagsFromString } from 'node:v8'
import { keepCompiledSources } from '../compile-cache.ts'

// For an image: reads all sources of the server and of its search thread, so that its first start finds them compiled.
keepCompiledSources()
const { heapGrowth, threadsOwnLimits } = await import('../start-server.ts')
const { openSearchIndex } = await import('#app/search-index/open-search-index.ts')
// what was compiled under other flags is not used
setFlagsFromString(heapGrowth)
setFlagsFromString(threadsOwnLimits)
const search = openSearchIndex({ embeddings: false }, () => {})
const keepRunning = setInterval(() => {}, 1000)
await search.generation()
await search.close()
clearInterval(keepRunning)
