/** Inserted into the worker by the build (web/build-worker.ts). */
export type Build = {
  /** Version of the page and its files; also in the page, so that worker and page can be matched. */
  version: string
  /** URLs cached on the first visit. */
  shell: readonly string[]
  /** All other URLs of this build, each cached when first used. */
  others: readonly string[]
}
