declare module 'wawoff2' {
  const wawoff2: {
    compress: (sfnt: Uint8Array) => Promise<Uint8Array>
    decompress: (woff2: Uint8Array) => Promise<Uint8Array>
  }
  export default wawoff2
}

/** The syllables that the first files show, separated by spaces: conjuncts, and where a file lacks some, all. */
declare module '@first-fonts/syllables.json' {
  const syllables: string
  export default syllables
}
