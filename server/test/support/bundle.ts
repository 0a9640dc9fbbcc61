import { basename, dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'

/**
 * Makes one file in `folder` of a program and all that it imports, for a test that starts it many times: to load a thousand modules takes
 * half a second of the processor each time, one file a tenth. Returns its path.
 */
export async function bundle(program: string, folder: string): Promise<string> {
  const file = join(folder, `${basename(program, '.ts')}.mjs`)
  await build({
    input: program,
    platform: 'node',
    // its own, which reads files beside it, remains that of the source
    plugins: [
      {
        name: 'places',
        transform: (code, id) =>
          isAbsolute(id)
            ? code
                .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
                .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
    external: [/\.node$/],
    logLevel: 'silent',
    output: { file, format: 'esm', codeSplitting: false },
  })
  return file
}
