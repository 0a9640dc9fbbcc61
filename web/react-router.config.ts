import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './precompress.ts'

export default {
  appDirectory: 'src',
  // the browser knows all routes from the start: the application has about thirty
  routeDiscovery: { mode: 'initial' },
  // loaders have a few lines each: separate files would cost requests and save nothing
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
