/** The arrangement of the tiles. `narrowColumns` is for portrait screens. */
export type Layout = { kind: 'tiles'; columns: number; narrowColumns: number } | { kind: 'stage'; hasStrip: boolean }

export type LayoutOptions = { isTiles: boolean; hasFilmstrip: boolean; sharing: boolean }

/** One large picture with the others next to it, unless tile view is on; a shared screen is an extra picture. */
export function layoutOf(count: number, { isTiles, hasFilmstrip, sharing }: LayoutOptions): Layout {
  const pictures = count + (sharing ? 1 : 0)
  if (pictures <= 1) return { kind: 'tiles', columns: 1, narrowColumns: 1 }
  if (!isTiles) return { kind: 'stage', hasStrip: hasFilmstrip }
  return { kind: 'tiles', columns: columnsFor(pictures), narrowColumns: pictures <= 3 ? 1 : pictures <= 8 ? 2 : 3 }
}

function columnsFor(pictures: number): number {
  if (pictures <= 2) return pictures
  if (pictures <= 4) return 2
  return pictures <= 6 ? 3 : 4
}

type Candidate = { peerId: string; isMe: boolean; isSpeaking: boolean }

/**
 * The peer with the large picture: another person who is speaking, until someone else speaks. If two speak at once, it does not
 * change.
 */
export function mainOf(tiles: readonly Candidate[], before: string | null): string | null {
  const others = tiles.filter(({ isMe }) => !isMe)
  const current = others.find(({ peerId }) => peerId === before)
  if (current?.isSpeaking) return current.peerId
  const chosen = others.find(({ isSpeaking }) => isSpeaking) ?? current ?? others[0] ?? tiles[0]
  return chosen?.peerId ?? null
}
