type Vector = Map<string, number>

/** Words and their groups of three letters, so that a slip costs little. */
function featuresOf(text: string): Vector {
  const features: Vector = new Map()
  const add = (feature: string, weight: number): void =>
    void features.set(feature, (features.get(feature) ?? 0) + weight)
  for (const word of text.split(' ').filter(Boolean)) {
    add(` ${word}`, 1)
    const padded = `^${word}$`
    for (let at = 0; at + 3 <= padded.length; at++) add(padded.slice(at, at + 3), 0.4)
  }
  return features
}

export type Example<K> = { text: string; kind: K }

/** Finds the example that is most like a text. Features that many examples share count less. `likeness` is 0 to 1. */
export function nearestExample<K>(examples: readonly Example<K>[]) {
  const raw = examples.map(({ text }) => featuresOf(text))
  const spread = new Map<string, number>()
  for (const one of raw) for (const feature of one.keys()) spread.set(feature, (spread.get(feature) ?? 0) + 1)
  const weigh = (vector: Vector): Vector => {
    const weighed: Vector = new Map()
    let square = 0
    for (const [feature, count] of vector) {
      const value = count * Math.log(1 + examples.length / (spread.get(feature) ?? 0.5))
      weighed.set(feature, value)
      square += value * value
    }
    const length = Math.sqrt(square) || 1
    for (const [feature, value] of weighed) weighed.set(feature, value / length)
    return weighed
  }
  const vectors = raw.map(weigh)
  return (text: string): { kind: K; likeness: number } | undefined => {
    const asked = weigh(featuresOf(text))
    let best: { kind: K; likeness: number } | undefined
    vectors.forEach((vector, place) => {
      let likeness = 0
      for (const [feature, value] of asked) likeness += value * (vector.get(feature) ?? 0)
      const example = examples[place]
      if (example && likeness > (best?.likeness ?? 0)) best = { kind: example.kind, likeness }
    })
    return best
  }
}
