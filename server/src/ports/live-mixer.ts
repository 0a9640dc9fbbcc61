/** What a recorded stream shows. */
export type RecordedKind = 'audio' | 'camera' | 'screen' | 'screenAudio'

/** One stream of one sender, as the media server has written it. A sender who reconnects has several files. */
export type RecordedFile = { path: string; bytes: number; sender: string; what: RecordedKind }

/** Streams of one room that began in a time. */
export type RecordedTime = { room: string; from: Date; to: Date }

/** The video that was made of a recording. `startedAt` is the moment that its first picture shows. */
export type MixedRecording = { path: string; seconds: number; startedAt: Date }

/** Keeps what a media server records, and makes videos of it. Paths are of this machine. */
export type LiveMixer = {
  /** Returns the streams of a room, in no order. */
  list(time: RecordedTime): Promise<RecordedFile[]>
  /** Deletes files of `list`; one that is gone is not an error. */
  remove(files: readonly RecordedFile[]): Promise<void>
  /** Returns the bytes of all streams that lie there, and those that are free on the disk. */
  measure(): Promise<{ bytes: number; free: number }>
  /**
   * Makes one MP4 of the streams, with the sound of all senders and pictures by what was shown, each at the moment at which it was sent. The folder
   * keeps finished pieces, so that a call with the same files goes on where an earlier one was interrupted. Throws VideoProblem,
   * WorkerProblem, and the reason of `signal`.
   */
  mix(
    files: readonly RecordedFile[],
    options: {
      folder: string
      /** what was sent later is left out */
      until: Date
      /** senders whose camera comes first */
      hosts: ReadonlySet<string>
      onProgress?: (percent: number) => void
      signal?: AbortSignal
    },
  ): Promise<MixedRecording>
}
