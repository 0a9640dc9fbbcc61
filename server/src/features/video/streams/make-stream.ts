import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { msg } from '@lingui/core/runtime-macro'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { freeBytesOf } from '#core/files/free-bytes.ts'
import { transact } from '#core/transact.ts'
import { type Transcoder, VideoProblem, WorkerProblem } from '#ports/transcoder.ts'
import { videoProblems } from '#ports/video-problems.ts'
import { cleanCopies, freeBytes, streamPrefix, videoKey } from '../../media/index.ts'
import { mostDifference } from './rules.ts'
import { dropOriginalJob } from './stream-jobs.ts'
import { type Claim, correctDuration, findRunningStreams, finishStream, isServed, setFacts } from './stream-queries.ts'
import { publishStatus } from './streams.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'config' | 'log'>

/** Time after which the original of a ready video is deleted, if it is not to be kept. Players of the original have finished by then. */
const dropAfterSeconds = 3600

/** Returns the folder in which workers have a subfolder for each stream. */
const workRoot = ({ config }: Pick<FeatureDeps, 'config'>): string => join(resolve(config.DATA_DIR), 'video-work')

/** Deletes abandoned work folders, such as those of a killed process. */
export async function cleanWork(deps: Pick<FeatureDeps, 'config' | 'db' | 'clock'>): Promise<void> {
  await cleanCopies(deps)
  const names = await readdir(workRoot(deps)).catch(() => [])
  // read after the names, because a worker claims its row before it creates the folder
  const running = new Set(await findRunningStreams(deps.db))
  for (const name of names)
    if (!running.has(name)) await rm(join(workRoot(deps), name), { recursive: true, force: true })
}

/**
 * Makes the stream of a claimed video and marks it as ready. Returns false when the claim was lost meanwhile. Throws VideoProblem,
 * WorkerProblem, and the reason of `signal`; no files are left behind then.
 */
export async function makeStream(
  deps: Deps,
  transcoder: Transcoder,
  claim: Claim,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<boolean> {
  const { db, storage, config } = deps
  const { videoId, streamId } = claim
  const folder = join(workRoot(deps), streamId)
  const output = join(folder, 'stream')
  try {
    if (claim.leftover !== null) {
      const { leftover } = claim
      await withStore(storage, () => storage.remove(streamPrefix(leftover)))
      await rm(join(workRoot(deps), leftover), { recursive: true, force: true })
    }
    await mkdir(output, { recursive: true, mode: 0o700 })
    const path = await localCopy(deps, claim, folder, signal)
    const source = { path, contentType: claim.contentType, seconds: claim.seconds }
    const facts = await transcoder.probe(source, signal)
    await setFacts(db, claim, facts)
    const made = await transcoder.makeStream(source, facts, { folder: output, onProgress, signal })
    let bytes = 0
    for (const { name, contentType } of made.files) {
      signal.throwIfAborted()
      const file = join(output, name)
      bytes += (await stat(file)).size
      await withStore(storage, () => storage.putFile(`${streamPrefix(streamId)}${name}`, file, contentType))
    }
    if (Math.abs(made.seconds - facts.seconds) > mostDifference)
      throw new VideoProblem(msg`This video could not be prepared in its whole length. Please export it again.`)
    const served = await transact(db, async (tx) => {
      const finished = { made, bytes, sourceSeconds: facts.seconds, warning: facts.warning }
      if (!(await finishStream(tx, claim, finished))) return false
      if (await correctDuration(tx, videoId, facts.seconds)) tx.invalidate('catalogue')
      if (config.KEEP_ORIGINALS === 'drop') tx.enqueue(dropOriginalJob, { videoId }, { delaySeconds: dropAfterSeconds })
      await publishStatus(tx, videoId)
      return true
    })
    return served || (await discardStream(deps, claim))
  } catch (error) {
    // After a connection breaks during a commit, it is unknown whether the stream is ready.
    if (await discardStream(deps, claim)) return true
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the files of a stream that did not become ready. Returns true if it did after all; in doubt the files are kept. Never throws. */
async function discardStream({ db, storage, log }: Deps, { videoId, streamId }: Claim): Promise<boolean> {
  try {
    if (await isServed(db, { videoId, streamId })) return true
    await storage.remove(streamPrefix(streamId))
  } catch (error) {
    // the next worker removes them, and the check of the store finds those of a deleted video
    log.warn({ err: error, streamId }, 'files of an unfinished stream stay')
  }
  return false
}

/** Calls the store. Throws WorkerProblem when the call fails because the store as a whole does not work. */
async function withStore<T>(storage: Deps['storage'], call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    const works = await storage.check().then(
      () => true,
      () => false,
    )
    if (works) throw cause
    throw new WorkerProblem(msg`The media store of this site does not answer at the moment.`, { reach: 'all', cause })
  }
}

/** Returns the path of the original, or of a copy in the folder if the store is remote. */
async function localCopy({ storage }: Deps, claim: Claim, folder: string, signal: AbortSignal): Promise<string> {
  const gone = () =>
    new VideoProblem(msg`The file of this video is not there any more. Please upload it again.`, { refused: true })
  const located = await withStore(storage, () => storage.locate(videoKey(claim.videoId)))
  if (!located) throw gone()
  if (located.kind === 'file') return located.path
  if ((await freeBytesOf(folder)) < claim.bytes + freeBytes)
    throw new WorkerProblem(videoProblems.noSpace(), { reach: 'space' })
  const path = join(folder, 'original')
  await withStore(storage, async () => {
    const stream = await storage.read(videoKey(claim.videoId))
    if (!stream) throw gone()
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal })
  })
  return path
}
