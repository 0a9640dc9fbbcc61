import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './precompress.ts'

export default {
  appDirectory: 'src',
  // every route's address is known to the browser from the start: the application has some twenty of them
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
