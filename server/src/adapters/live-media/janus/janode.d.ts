/** The parts of janode that are used here; the package has no types. */
declare module 'janode' {
  import type { EventEmitter } from 'node:events'

  export type Session = EventEmitter & {
    attach<Handle>(plugin: { id: string; Handle: new (...args: never[]) => Handle }): Promise<Handle>
    destroy(): Promise<void>
  }
  export type Connection = EventEmitter & {
    create(signSeconds?: number): Promise<Session>
    sendRequest(request: { janus: string }): Promise<{ janus: string }>
    close(): Promise<void>
  }
  type Configuration = {
    address: { url: string; apisecret?: string }
    max_retries?: number
    ws_options?: { handshakeTimeout?: number }
  }
  const Janode: {
    connect(configuration: Configuration): Promise<Connection>
    Logger: { setLevel(level: 'none' | 'error'): void }
    EVENT: Record<
      | 'CONNECTION_CLOSED'
      | 'CONNECTION_ERROR'
      | 'SESSION_DESTROYED'
      | 'HANDLE_DETACHED'
      | 'HANDLE_HANGUP'
      | 'HANDLE_WEBRTCUP',
      string
    >
  }
  export default Janode
}

declare module 'janode/plugins/videoroom' {
  import type { EventEmitter } from 'node:events'

  export type Jsep = { type: 'offer' | 'answer'; sdp: string; rid_order?: 'lmh' }
  export type PublishedStream = { type: string; mid: string; disabled?: boolean; description?: string }
  export type Publisher = { feed: number; display?: string; streams?: PublishedStream[] }
  /** An m-line of a subscription (`streams` of the events "attached" and "updated"). */
  export type SubscribedStream = {
    mid: string
    active: boolean
    feed_id?: number
    feed_mid?: string
    feed_display?: string
    feed_description?: string
  }
  export type WantedStream = { feed: number; mid: string; send?: boolean; substream?: number }
  export type Subscription = { streams?: SubscribedStream[]; jsep?: Jsep }

  export class VideoRoomHandle extends EventEmitter {
    create(room: {
      room: number
      secret: string
      pin: string
      is_private: boolean
      max_publishers: number
      fir_freq: number
      audiocodec: string
      videocodec: string
      rec_dir?: string
    }): Promise<unknown>
    destroy(room: { room: number; secret: string; permanent: false }): Promise<unknown>
    kick(one: { room: number; secret: string; feed: number }): Promise<unknown>
    joinPublisher(as: { room: number; pin: string; display: string }): Promise<{ publishers: Publisher[] }>
    joinConfigurePublisher(as: {
      room: number
      pin: string
      display: string
      bitrate: number
      descriptions: { mid: string; description: string }[]
      record?: boolean
      filename?: string
      jsep: Jsep
    }): Promise<{ feed: number; jsep?: Jsep }>
    configure(changes: {
      jsep?: Jsep
      record?: boolean
      filename?: string
      keyframe?: boolean
      restart?: boolean
      descriptions?: { mid: string; description: string }[]
      streams?: { mid: string; send?: boolean; substream?: number }[]
    }): Promise<{ jsep?: Jsep }>
    joinSubscriber(as: {
      room: number
      pin: string
      streams: WantedStream[]
      autoupdate: boolean
      use_msid: boolean
    }): Promise<Subscription>
    update(changes: {
      subscribe?: WantedStream[]
      unsubscribe?: { feed: number; mid: string }[]
    }): Promise<Subscription>
    start(answer: { jsep: Jsep }): Promise<unknown>
    trickle(candidate: { candidate: string; sdpMid?: string; sdpMLineIndex?: number }): Promise<void>
    message(body: { request: string; [field: string]: unknown }): Promise<unknown>
    detach(): Promise<void>
  }
  export type VideoRoomPlugin = {
    id: string
    Handle: typeof VideoRoomHandle
    EVENT: Record<
      | 'VIDEOROOM_PUB_LIST'
      | 'VIDEOROOM_UNPUBLISHED'
      | 'VIDEOROOM_LEAVING'
      | 'VIDEOROOM_UPDATED'
      | 'VIDEOROOM_DESTROYED',
      string
    >
  }
  const plugin: VideoRoomPlugin
  export default plugin
}
