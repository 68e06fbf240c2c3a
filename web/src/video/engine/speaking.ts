export const SAMPLE_SPEAKING_EVERY_MS = 250
const LOUD = 0.02
/** A short pause does not end speaking. */
const STAYS_FOR_MS = 900

export type Speaking = {
  /** True if someone started or stopped speaking. */
  update: (levels: ReadonlyMap<string, number>, now: number) => boolean
  isSpeaking: (peerId: string) => boolean
}

export function speakers(): Speaking {
  const until = new Map<string, number>()
  let speaking = new Set<string>()
  return {
    update: (levels, now) => {
      for (const [peerId, level] of levels) if (level > LOUD) until.set(peerId, now + STAYS_FOR_MS)
      for (const peerId of until.keys()) if (!levels.has(peerId)) until.delete(peerId)
      const next = new Set([...until].filter(([, end]) => end > now).map(([peerId]) => peerId))
      const isOther = next.size !== speaking.size || [...next].some((peerId) => !speaking.has(peerId))
      speaking = next
      return isOther
    },
    isSpeaking: (peerId) => speaking.has(peerId),
  }
}
