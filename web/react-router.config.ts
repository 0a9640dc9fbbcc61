import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // the router's default, said for who looks for it: a page brings its own routes, and those of its links come after it (decision 123)
  routeDiscovery: { mode: 'lazy' },
  // loaders have a few lines each: separate files would cost requests and save nothing
  splitRouteModules: false,
} satisfies Config
