import { mkdir } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ArrivingPart } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { defaultPace, quota, senderOf, watchPace } from './uploads.ts'

/**
 * Returns the body of a PATCH of the tus protocol, subject to the limits of all uploads: number per user and in total, disk space, minimum
 * pace. Call `release` when the request is done.
 */
export function arrivingPart(request: FastifyRequest, folder: string): ArrivingPart & { release(): void } {
  let arrived = 0
  let problem: DomainError | null = null
  let end: () => void = () => {}
  const releases: (() => void)[] = []
  const stop = (reason: DomainError): void => {
    problem ??= reason
    end()
  }
  const release = (): void => {
    for (const one of releases.splice(0)) one()
  }
  return {
    async read(room, mostOnDisk = Number.POSITIVE_INFINITY) {
      const { body } = request
      if (!(body instanceof Readable)) return Readable.from([])
      await mkdir(folder, { recursive: true })
      const length = request.headers['content-length']
      const slot = await quota.open({
        kind: 'uploads',
        ...senderOf(request),
        folder,
        announced: length === undefined ? undefined : Math.min(Number(length), mostOnDisk),
        drop: stop,
      })
      releases.push(slot.release)
      const makeRoom = async (): Promise<void> => {
        if (!slot.arrived(Math.min(arrived, mostOnDisk))) await slot.reserveMore()
        if (!room.covers(arrived)) await room.grow(arrived)
      }
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          arrived += chunk.length
          if (slot.arrived(Math.min(arrived, mostOnDisk)) && room.covers(arrived)) return done(null, chunk)
          makeRoom().then(
            () => done(null, chunk),
            (error: DomainError) => {
              arrived -= chunk.length
              stop(error)
              done()
            },
          )
        },
      })
      counted.on('error', () => {})
      const broken = (): void => {
        if (!body.readableEnded) stop(new DomainError('broken_upload'))
      }
      end = () => {
        body.unpipe(counted)
        counted.end()
      }
      body.once('error', broken).once('close', broken)
      releases.push(watchPace(() => arrived, defaultPace, stop))
      if (problem || body.destroyed) broken()
      else body.pipe(counted)
      return counted
    },
    stop,
    arrived: () => arrived,
    problem: () => problem,
    release,
  }
}
