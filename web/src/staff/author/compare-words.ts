export type Piece = { kind: 'same' | 'gone' | 'new'; words: string }

/** Longer texts would need too large a table; they are shown as replaced. */
const MAX_WORDS = 400

const split = (text: string): string[] => text.match(/\S+\s*/g) ?? []

/** Compares two texts word by word, by their longest common subsequence. */
export function compareWords(before: string, after: string): Piece[] {
  const [old, fresh] = [split(before), split(after)]
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS)
    return [
      { kind: 'gone', words: before },
      { kind: 'new', words: after },
    ]
  const lengths = lengthsOf(old, fresh)
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], words: string) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.words += words
    else pieces.push({ kind, words })
  }
  let [at, to] = [0, 0]
  while (at < old.length || to < fresh.length) {
    const [gone = '', added = ''] = [old[at], fresh[to]]
    const isSame = at < old.length && to < fresh.length && gone.trim() === added.trim()
    if (isSame) {
      add('same', added)
      at += 1
      to += 1
    } else if (to >= fresh.length || (at < old.length && (lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0))) {
      add('gone', gone)
      at += 1
    } else {
      add('new', added)
      to += 1
    }
  }
  return pieces
}

/** For every pair of positions, the length of the longest common subsequence from there on. */
function lengthsOf(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: fresh.length + 1 }, () => 0))
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = fresh.length - 1; to >= 0; to -= 1) {
      const row = lengths[at]
      if (!row) continue
      row[to] =
        old[at]?.trim() === fresh[to]?.trim()
          ? (lengths[at + 1]?.[to + 1] ?? 0) + 1
          : Math.max(lengths[at + 1]?.[to] ?? 0, row[to + 1] ?? 0)
    }
  }
  return lengths
}
