import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compactManifestIn } from './compact-manifest.ts'

export default {
  appDirectory: 'src',
  // the browser knows all routes from the start: the application has about thirty
  routeDiscovery: { mode: 'initial' },
  // loaders have a few lines each: separate files would cost requests and save nothing
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) => compactManifestIn(join(buildDirectory, 'client/assets')),
} satisfies Config
