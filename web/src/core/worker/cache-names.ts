const PAGES = 'saathi-page-'

/** Shared by all builds: file names contain a hash, so unchanged files are not fetched again. */
export const FILES = 'saathi-files'
/** Reveals which sessions a person has seen, so it is deleted on sign-out (core/storage.ts uses the same name). */
export const PICTURES = 'saathi-pictures'
export const pageCacheOf = (version: string): string => `${PAGES}${version}`
export const isPageCache = (name: string): boolean => name.startsWith(PAGES)
