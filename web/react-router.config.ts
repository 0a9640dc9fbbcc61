import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // without a connection the browser must know a route to show its skeleton
  routeDiscovery: { mode: 'initial' },
  // loaders have a few lines each: separate files would cost requests and save nothing
  splitRouteModules: false,
} satisfies Config
