/** Returns the loudness of what a receiver plays at this moment, 0 to 1; 0 where the browser does not say. */
export const levelOfReceiver = (receiver: RTCRtpReceiver | null | undefined): number =>
  receiver?.getSynchronizationSources?.()[0]?.audioLevel ?? 0

/** Returns the loudness of what arrives on a connection, 0 to 1. */
export const levelOf = (pc: RTCPeerConnection): number =>
  levelOfReceiver(pc.getReceivers().find(({ track }) => track.kind === 'audio'))
