/** Hertz and seconds: short and high for a right piece, long and low for a wrong one. */
const SOUNDS = { right: [1320, 0.08], wrong: [180, 0.45] } as const

let audio: AudioContext | undefined

/** A sound for whoever looks at the parcel and not at the screen. A device without sound stays silent. */
export function playSound(name: keyof typeof SOUNDS): void {
  try {
    audio ??= new AudioContext()
    const [frequency, seconds] = SOUNDS[name]
    const tone = new OscillatorNode(audio, { frequency, type: name === 'wrong' ? 'square' : 'sine' })
    tone.connect(new GainNode(audio, { gain: 0.2 })).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + seconds)
  } catch {
    // No sound card, or sound is forbidden: the sentence is on the screen.
  }
}
