/** What a page says to a worker: `version` is answered on the port that comes along. */
export const VERSION_MESSAGE = 'saathi.version'
export const TAKE_OVER_MESSAGE = 'saathi.takeOver'
