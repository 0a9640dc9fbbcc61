/** `refused`: this viewer may not have the video. `offline`: nobody answers. `broken`: it came and cannot be played. */
export type Trouble = 'refused' | 'offline' | 'broken'

/** Asks for one byte: a video element cannot say why it failed, the status of an answer can. */
export async function whyItFailed(address: string): Promise<Trouble> {
  try {
    // a store of its own may answer from another site, which scripts may not read; being sent there is to be let in
    const { status } = await fetch(address, {
      headers: { range: 'bytes=0-0' },
      credentials: 'include',
      redirect: 'manual',
    })
    return status === 401 || status === 403 ? 'refused' : 'broken'
  } catch {
    return 'offline'
  }
}
