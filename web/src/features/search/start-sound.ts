/** Two rising notes, in hertz and in seconds from the start. */
const notes = [
  { pitch: 660, at: 0 },
  { pitch: 990, at: 0.11 },
]
const length = 0.16
const loudness = 0.12

/** Says without words that the microphone is open. Where a browser makes no sound, the page says it alone. */
export function playStartSound(): void {
  try {
    const context = new AudioContext()
    const now = context.currentTime
    for (const { pitch, at } of notes) {
      const voice = context.createOscillator()
      const volume = context.createGain()
      voice.frequency.value = pitch
      // begins and ends at nothing, or it would click
      volume.gain.setValueAtTime(0, now + at)
      volume.gain.linearRampToValueAtTime(loudness, now + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + length)
      voice.connect(volume).connect(context.destination)
      voice.start(now + at)
      voice.stop(now + at + length)
      if (at === notes.at(-1)?.at) voice.onended = () => void context.close().catch(() => {})
    }
  } catch {
    // no sound device, or sounds are barred
  }
}
