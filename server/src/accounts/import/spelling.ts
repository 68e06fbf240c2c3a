/** For comparing what people type with names and keys. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.-]/g, '')

const MAX_MISTAKES = 2
/** Longer texts are not misspelt names, and comparing them would be slow. */
const MAX_LENGTH = 60

/** The name that was probably meant. */
export function nearest(text: string, candidates: readonly { key: string; name: string }[]): string | undefined {
  const typedName = plainWords(text)
  if (typedName === '' || typedName.length > MAX_LENGTH) return undefined
  const found = candidates.map(({ key, name }) => ({
    name,
    mistakes: Math.min(...[key, name].map((each) => distance(typedName, plainWords(each)))),
  }))
  const best = found.toSorted((a, b) => a.mistakes - b.mistakes)[0]
  return best && best.mistakes <= MAX_MISTAKES ? best.name : undefined
}

/** Edit distance: the number of letters to add, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let index = 0; index < a.length; index += 1) {
    let before = index + 1
    const next = [before]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (a[index] === b[column - 1] ? 0 : 1)
      before = Math.min(before + 1, (row[column] ?? 0) + 1, replaced)
      next.push(before)
    }
    row = next
  }
  return row[b.length] ?? 0
}
