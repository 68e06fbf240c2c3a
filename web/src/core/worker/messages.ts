/** Messages from a page to the worker. `version` is answered on the port sent with it. */
export const VERSION_MESSAGE = 'saathi.version'
export const TAKE_OVER_MESSAGE = 'saathi.takeOver'
