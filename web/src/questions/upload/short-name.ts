import { cutGraphemes } from '@saathi/contract/core/cut'

const MAX_LETTERS = 15
/** Including its dot; anything longer is hardly an extension. */
const extensionOf = (name: string): string => /(?<=.)\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''

/** At most fifteen graphemes, including the extension. */
export function shortName(name: string): string {
  if (cutGraphemes(name, MAX_LETTERS) === name) return name
  const extension = extensionOf(name)
  const stem = name.slice(0, name.length - extension.length)
  return cutGraphemes(stem, MAX_LETTERS - 1 - extension.length) + extension
}
