const PAGES = 'saathi-page-'

/** Of all builds together: a file's name holds its hash, so that the next build need not fetch again what stayed the same. */
export const FILES = 'saathi-files'
/** Which sessions somebody has looked at could be read from it, so it goes with a sign-out (core/storage.ts names it too). */
export const PICTURES = 'saathi-pictures'
export const pageCacheOf = (version: string): string => `${PAGES}${version}`
export const isPageCache = (name: string): boolean => name.startsWith(PAGES)
