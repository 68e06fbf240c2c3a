/** A time between two instants in milliseconds; `until` is not part of it. */
export type Span = { from: number; until: number }

/** Sorted, with overlapping and touching spans joined. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { from, until } of spans.filter((span) => span.until > span.from).toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else merged.push({ from, until })
  }
  return merged
}

/** The times covered by both lists. */
export function intersect(one: readonly Span[], other: readonly Span[]): Span[] {
  const right = merge(other)
  return merge(one).flatMap((span) =>
    right.flatMap(({ from, until }) => {
      const both = { from: Math.max(from, span.from), until: Math.min(until, span.until) }
      return both.until > both.from ? [both] : []
    }),
  )
}

/** The times covered by the first list and not by the second. */
export function subtract(spans: readonly Span[], taken: readonly Span[]): Span[] {
  let left = merge(spans)
  for (const { from, until } of merge(taken)) {
    left = left.flatMap((span) =>
      until <= span.from || from >= span.until
        ? [span]
        : [
            { from: span.from, until: from },
            { from: until, until: span.until },
          ].filter((part) => part.until > part.from),
    )
  }
  return left
}

export const overlaps = (one: Span, other: Span): boolean => one.from < other.until && other.from < one.until

/** Milliseconds between the two; 0 if they overlap or touch. */
export const gapBetween = (one: Span, other: Span): number => Math.max(0, one.from - other.until, other.from - one.until)
