import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Aligner, AlignerFailure } from '#ports/aligner.ts'
import type { SpokenLine } from '#ports/transcriber.ts'
import { isInstalled, runProgram } from '../programs/run-program.ts'
import type { Dictionary } from './pronounce.ts'
import { modelWords } from './word-model.ts'

/** Limits of the program. Ten minutes of speech take less than a minute of processor time; a job may run for fifteen minutes. */
const limits = { memoryBytes: 2 * 1024 ** 3, cpuSeconds: 400, seconds: 480, fileBytes: 64 * 1024 ** 2 }
const framesPerSecond = 100

type Options = { program?: string; models?: string; nice?: number }

const defaults = { program: 'pocketsphinx_batch', models: '/usr/share/pocketsphinx/model/en-us', nice: 10 }

/** Returns an aligner for English that uses the system's pocketsphinx and its model; null if one of them is missing. */
export function pocketsphinxAligner(options: Options = {}): Aligner | null {
  const { program, models, nice } = { ...defaults, ...options }
  const [sounds, dictionaryFile] = [join(models, 'en-us'), join(models, 'cmudict-en-us.dict')]
  if (!isInstalled(program) || !existsSync(join(sounds, 'mdef')) || !existsSync(dictionaryFile)) return null
  return {
    language: 'en',
    async recognise(audio, text) {
      if (text.length === 0 || audio.length === 0) return []
      const { dictionary, model, words } = modelWords(text, await readDictionary(dictionaryFile, new Set(text)))
      const folder = await mkdtemp(join(tmpdir(), 'virtual-courses-speech-'))
      try {
        const write = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content)
        await Promise.all([
          write('words.dict', dictionary),
          write('words.lm', model),
          write('list', 'sound\n'),
          write('sound.raw', audio),
        ])
        const { end } = await runProgram(
          program,
          [
            ...['-hmm', sounds, '-dict', 'words.dict', '-lm', 'words.lm'],
            ...['-ctl', 'list', '-cepdir', '.', '-cepext', '.raw', '-adcin', 'yes', '-adchdr', '0'],
            // silence is kept, since removing it would shift the times; one pass is enough because the words are known
            ...['-remove_silence', 'no', '-remove_noise', 'no', '-cmn', 'batch', '-fwdflat', 'no', '-bestpath', 'no'],
            ...['-hypseg', 'heard', '-logfn', 'log'],
          ],
          { limits, nice, folder },
        )
        if (end !== 'done') throw new AlignerFailure(`pocketsphinx ended as ${end}`, true)
        return readSegments(await readFile(join(folder, 'heard'), 'utf8').catch(() => ''), words)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Reads the pronunciations of the wanted words. */
async function readDictionary(path: string, wanted: ReadonlySet<string>): Promise<Dictionary> {
  const found = new Map<string, string[]>()
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const space = line.indexOf(' ')
    const word = line.slice(0, space).replace(/\(\d+\)$/, '')
    if (!wanted.has(word)) continue
    const known = found.get(word)
    if (known) known.push(line.slice(space + 1))
    else found.set(word, [line.slice(space + 1)])
  }
  return found
}

/** Parses the output of `-hypseg`: first frame, two scores and word of each segment, and finally the number of frames. */
function readSegments(text: string, words: readonly string[]): SpokenLine[] {
  const segments = [...text.matchAll(/(\d+) -?\d+ -?\d+ (\S+) (?=(\d+))/g)]
  return segments.flatMap(([, from, name = '', to]) => {
    const word = words[Number(/^w(\d+)(?:\(\d+\))?$/.exec(name)?.[1] ?? -1)]
    return word === undefined
      ? []
      : [{ start: Number(from) / framesPerSecond, end: Number(to) / framesPerSecond, text: word }]
  })
}
