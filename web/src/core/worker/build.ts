/** Written into the worker when the web app is built (web/build-worker.ts). */
export type Build = {
  /** Of the page and its files; stands in the page too, so that each can tell whether they belong together. */
  version: string
  /** Addresses of what is kept from the first visit on. */
  shell: readonly string[]
  /** Of everything else that belongs to this build, each kept once it was wanted. */
  others: readonly string[]
}
