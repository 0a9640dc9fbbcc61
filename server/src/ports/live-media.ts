/** What a stream shows. */
export type StreamKind = 'audio' | 'camera' | 'screen' | 'screenAudio'

export type MediaDescription = { type: 'offer' | 'answer'; sdp: string }

export type MediaCandidate = {
  candidate: string
  sdpMid?: string | null | undefined
  sdpMLineIndex?: number | null | undefined
  usernameFragment?: string | null | undefined
}

/** An m-line of the connection on which a peer receives, and whose stream it carries. */
export type ReceivedStream = { mid: string; peer: string; what: StreamKind }

export type StreamLayer = { peer: string; what: 'camera' | 'screen'; layer: 'off' | 'low' | 'middle' | 'high' }

/** A room on one of the media servers. */
export type MediaRoom = { server: string; room: number }

export type MediaListener = {
  /** The media server offers a peer the connection on which it receives, for the first time or with other streams. */
  offered(peer: string, offer: MediaDescription, streams: ReceivedStream[]): void
  /** The room cannot be used any more: its server, or the way to it, is gone. Called once at most. */
  lost(): void
}

/**
 * One process's part in a room. Peers are those of this process; everyone receives the streams of all peers of the room, whichever
 * process they belong to, except their own. Calls about one peer are done in turn. All throw MediaFailure.
 */
export type RoomMedia = {
  /**
   * Answers a peer's offer of the connection on which it sends, the first or a renewed one. `kinds` are what it may send, in the order of its
   * m-lines; with more or others the offer is refused.
   */
  publish(peer: string, offer: MediaDescription, kinds: readonly StreamKind[]): Promise<MediaDescription>
  /** From now on this peer is offered a connection on which it receives, a new one if it had one. */
  receive(peer: string): Promise<void>
  /** Repeats the last offer of that connection, or renews it: the peer has been away for a moment, or its line broke. */
  resume(peer: string): Promise<void>
  /** Takes a peer's answer to the last offer. */
  answer(peer: string, answer: MediaDescription): Promise<void>
  /** Takes an ICE candidate of either connection of a peer. */
  candidate(peer: string, candidate: MediaCandidate): Promise<void>
  chooseLayers(peer: string, streams: readonly StreamLayer[]): Promise<void>
  /** Stops what a peer of any process sends from reaching others, or lets it through again. */
  silence(peer: string, what: StreamKind, silent: boolean): Promise<void>
  /** Begins or stops to record what peers of this process send, in files as the port `LiveMixer` reads them. */
  record(isOn: boolean): Promise<void>
  /** Ends the connection on which a peer sends. */
  unpublish(peer: string): Promise<void>
  /** Ends both connections of a peer. */
  leave(peer: string): Promise<void>
  /** Gives up this process's part in the room. */
  close(): Promise<void>
}

/** Media go through servers that forward them. */
export type MediaServers = {
  forwards: true
  /** names of the servers */
  servers: readonly string[]
  /** Makes a room on the reachable server that has the fewest rooms of `counts`. Throws MediaFailure. */
  openRoom(counts: ReadonlyMap<string, number>): Promise<MediaRoom>
  /** Takes part in a room, which is made again where its server was restarted. Throws MediaFailure. */
  enter(room: MediaRoom, listener: MediaListener): Promise<RoomMedia>
  /** Ends a room for everyone; a server that is away has no rooms. */
  closeRoom(room: MediaRoom): Promise<void>
  /** Throws for a server that does not answer, or answers calls without the secret. */
  check(server: string): Promise<void>
  /** Names of servers that take calls, but to which none of several people who tried lately got a connection. Some adapters cannot tell. */
  unreached?(): string[]
  close(): Promise<void>
}

/** How media travel in live sessions: from browser to browser, or through media servers once a room is large. */
export type LiveMedia = { forwards: false } | MediaServers

type FailureKind = 'away' | 'refused' | 'unprotected'

/**
 * A call to a media server failed: it is `away`, `refused` what the peer sent, or is `unprotected` (answers everyone). The message is for
 * the operator.
 */
export class MediaFailure extends Error {
  override name = 'MediaFailure'
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}
