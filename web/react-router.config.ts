import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './precompress.ts'

export default {
  appDirectory: 'src',
  // every route's address is known to the browser from the start: the application has some twenty of them
  routeDiscovery: { mode: 'initial' },
  // our loaders are a few lines each: a file of their own would cost a request and save nothing
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
