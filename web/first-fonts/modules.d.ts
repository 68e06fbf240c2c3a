declare module 'wawoff2' {
  export function compress(sfnt: Uint8Array): Promise<Uint8Array>
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>
}

/** The syllables that the first files show, separated by spaces: conjuncts, and where a file lacks some, all. */
declare module '@first-fonts/syllables.json' {
  export const syllables: string
}
