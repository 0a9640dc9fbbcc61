import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const maker = '\0light-icons'
const createIcon = fileURLToPath(new URL('./src/lib/create-icon.ts', import.meta.url))

/** Maps an icon's name to its file in the library, as the library's index lists them: "Volume2" to "volume-2". */
export function iconFiles(libraryIndex: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of libraryIndex.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g))
    for (const [, name] of names.matchAll(/default as (\w+)/g)) if (name) files.set(name, file)
  return files
}

/** Imports each icon from its own file. Other names are still imported from the library's index. */
export function directImports(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(/import \{([^}]*)\} from (['"])lucide-react\2;?/g, (_, names: string) => {
    const lines: string[] = []
    for (const part of names.split(',')) {
      const [name = '', local = name] = part.trim().split(/\s+as\s+/)
      if (!name) continue
      const file = files.get(name)
      lines.push(
        file
          ? `import ${local} from 'lucide-react/icons/${file}'`
          : `import { ${name} as ${local} } from 'lucide-react'`,
      )
    }
    return `${lines.join('; ')};`
  })
}

/** Keeps the shape of an icon only. Its names, its size (always 24) and the keys of its parts are for the library's own factory. */
export const drawingOnly = (code: string): string =>
  code
    .replaceAll(/,\s*key: "\w+"/g, '')
    .replace(/name: "[\w-]+",\s*size: 24,/, '')
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
    .replace('__iconData.node;', '')

/**
 * Builds create icons with `lib/create-icon.ts` instead of the library's configurable factory, and import each from its own
 * file, so that a page loads only the icons that it shows.
 */
export function lightIcons(): Plugin {
  let files: Map<string, string> | undefined
  const icons = () => {
    const index = createRequire(import.meta.url)
      .resolve('lucide-react')
      .replace(/dist\/cjs\/.*$/, 'dist/esm/lucide-react.mjs')
    files ??= iconFiles(readFileSync(index, 'utf8'))
    return files
  }
  return {
    name: 'light-icons',
    apply: 'build',
    resolveId: {
      order: 'pre',
      handler: (source, importer) =>
        source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? maker : undefined,
    },
    load: (id) => (id === maker ? `export { createIcon as default } from ${JSON.stringify(createIcon)}` : undefined),
    transform(code, id) {
      if (/\/lucide-react\/dist\/esm\/icons\//.test(id)) return { code: drawingOnly(code), map: null }
      const ours = /\/web\/src\/.*\.tsx?(\?|$)/.test(id) && code.includes('lucide-react')
      return ours ? { code: directImports(code, icons()), map: null } : undefined
    },
  }
}
