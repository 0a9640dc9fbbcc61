import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngineFactory } from './build-engine.ts'
import { loadSet } from './load-data.ts'
import { manyCourses, modelled } from './many-courses.ts'
import { column, createReport, machineLine, measureInProcess, type Row } from './report.ts'

/** Measures the search in catalogues of many sizes, each in a process of its own. README.md explains the table. */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000,20000,50000' },
    json: { type: 'boolean', default: false },
    /** puts the table into README.md */
    write: { type: 'boolean', default: false },
  },
})
/** In larger catalogues nDCG@5 is left out: they take minutes to fill. */
const largestForQuality = 5000

async function writeVectors(file: string): Promise<void> {
  const factory = await createEngineFactory()
  const vectors: Float32Array[] = []
  const made = [...manyCourses(modelled.same), ...manyCourses(modelled.other, 'other')]
  for (const course of [...loadSet('own').courses, ...made]) vectors.push(...(await factory.vectorsOf(course)))
  writeFileSync(file, Buffer.concat(vectors.map((one) => new Uint8Array(one.buffer, one.byteOffset, one.byteLength))))
}

const folder = mkdtempSync(join(tmpdir(), 'many-courses-'))
const file = join(folder, 'vectors')
const report = createReport(values.json)
report.note(machineLine())

function measure(size: string, of: string): Row {
  const program = join(import.meta.dirname, 'measure-many.ts')
  const measured = measureInProcess(program, ['--size', size, '--vectors', file, '--of', of])
  console.error(`${size} courses, ${of}: ${JSON.stringify(measured)}`)
  return measured
}

try {
  await writeVectors(file)
  const rows = values.sizes.split(',').map(
    (size): Row => ({
      courses: Number(size),
      ...measure(size, 'times'),
      ...measure(size, 'recall'),
      ndcg5: Number.NaN,
      ...(Number(size) <= largestForQuality && measure(size, 'quality')),
    }),
  )
  report.table(
    'many',
    'Catalogues of many sizes',
    [
      column('courses', 'courses', 0),
      column('fillSeconds', 'fill s', 1),
      column('rss', 'RSS MB', 0),
      column('rssOfCourses', 'of it courses', 0),
      column('heapOfCourses', 'heap MB', 0),
      column('p50', 'p50 ms', 1),
      column('p99', 'p99 ms', 1),
      column('cpu50', 'p50 CPU', 1),
      column('cpu99', 'p99 CPU', 1),
      column('modelMs', 'model', 1),
      column('recall', 'recall', 3),
      column('recall12', 'of best 12', 3),
      column('ndcg5', 'nDCG@5', 3),
    ],
    rows,
  )
  if (values.write) report.write('many')
} finally {
  rmSync(folder, { recursive: true })
}
