/** Gathering can hang for ever on a server that does not answer: what is known by then, in milliseconds, must do. */
const gatheringMs = 2500

/** Waits until all of a connection's own addresses stand in its description (trickle is disabled), at most 2.5 seconds. */
export function gathered(pc: RTCPeerConnection): Promise<void> {
  if (pc.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      pc.removeEventListener('icegatheringstatechange', look)
      resolve()
    }
    const look = () => pc.iceGatheringState === 'complete' && end()
    const timer = setTimeout(end, gatheringMs)
    pc.addEventListener('icegatheringstatechange', look)
  })
}
