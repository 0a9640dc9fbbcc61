import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import type { Documents } from '#ports/documents.ts'
import { runProgram } from '../programs/run-program.ts'

const program = join(import.meta.dirname, 'read-pdf.mjs')
const library = createRequire(import.meta.url)
  .resolve('unpdf')
  .replace(/\.cjs$/, '.mjs')
/** The folder of installed packages, which the program may read. */
const packages = library.slice(0, library.lastIndexOf(`node_modules${sep}`) + `node_modules${sep}`.length)

/** Pages and characters that are read of one file: a textbook. */
export const pdfLimits = { pages: 400, characters: 400_000 }
/**
 * Limits of the program. A page takes some hundredths of a second. Of the memory, half is only reserved, for code; beside the heap, which has
 * its own limit below, lie the file, twice, and what its streams unpack to: a file of 3 kB may ask for gigabytes.
 */
const limits = { memoryBytes: 4 * 1024 ** 3, dataBytes: 1024 ** 3, cpuSeconds: 20, seconds: 30 }

/**
 * Reads PDFs with pdf.js in a process for each, without the environment of this one, which may read the file and the packages, and neither
 * write, start programs nor use the network.
 */
export function pdfProcess({ seconds = limits.seconds } = {}): Documents {
  return {
    async readPdf(path) {
      const flags = [
        '--permission',
        `--allow-fs-read=${program}`,
        `--allow-fs-read=${packages}`,
        `--allow-fs-read=${path}`,
        '--max-old-space-size=384',
        '--no-warnings',
      ]
      const { output } = await runProgram(
        process.execPath,
        [...flags, program, library, path, String(pdfLimits.pages), String(pdfLimits.characters)],
        { limits: { ...limits, seconds }, nice: 10, maxOutput: 4 * pdfLimits.characters + 4 * pdfLimits.pages },
      )
      return output.toString()
    },
  }
}
