import type { FastifyInstance } from 'fastify'

/**
 * Collects the routes below /api/ as they are registered; returns a function that lists the methods of a path, empty for an
 * unknown path. Register it before the routes.
 */
export function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const methods = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
    const known = methods.get(url) ?? { pattern, methods: new Set() }
    for (const one of [method].flat()) known.methods.add(one)
    methods.set(url, known)
  })
  return (path) => {
    const found = new Set<string>()
    for (const one of methods.values()) if (one.pattern.test(path)) for (const method of one.methods) found.add(method)
    return [...found].sort()
  }
}
