import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { GIFS_A_PAGE } from '@saathi/contract/chat/calls'
import * as z from 'zod/mini'
import { coreRefusal } from '#core/errors.ts'
import type { StoredGif } from './attachments.ts'
import type { GifService } from './gifs.ts'
import { searchWords, cutWords } from './words.ts'

const folder = new URL('../../gifs/', import.meta.url)
const ByLanguage = z.record(z.string(), z.string())
const Entry = z.object({ id: z.string(), width: z.int(), height: z.int(), title: ByLanguage, words: ByLanguage })
const entries = z.array(Entry).parse(JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')))

/**
 * Relative, so that a message still shows its GIF after the product has moved to another origin. For the same reason a GIF that is
 * redrawn keeps its address.
 */
const addressOf = (id: string): string => `/media/gifs/${id}.gif`

const shipped = entries.map(({ title, words, ...picture }) => ({
  ...picture,
  address: addressOf(picture.id),
  titles: title,
  // In all languages at once: many who read English search in their own language.
  words: cutWords([...Object.values(title), ...Object.values(words)].join(' ')),
}))
type Shipped = (typeof shipped)[number]
const byAddress = new Map(shipped.map((gif) => [gif.address, gif]))

const toGif = ({ id, width, height, address }: Shipped, title: string): StoredGif => ({
  id,
  url: address,
  previewUrl: address,
  width,
  height,
  title,
})
const titleIn = ({ titles }: Shipped, language: string): string => titles[language] ?? titles.en ?? 'GIF'

/** A small set of our own, for installations without a GIF service. Searches stay on the server. */
export const shippedGifs: GifService = {
  search: async (text, page, language) => {
    const terms = searchWords(text)
    const found = shipped.filter(({ words }) => terms.every((start) => words.some((word) => word.startsWith(start))))
    const gifs = found.slice((page - 1) * GIFS_A_PAGE, page * GIFS_A_PAGE)
    return { gifs: gifs.map((gif) => toGif(gif, titleIn(gif, language))), hasNextPage: page * GIFS_A_PAGE < found.length }
  },
  /** The title shown to the sender, if it is one of ours; otherwise the English title. */
  find: (address, name = '') => {
    const gif = byAddress.get(address)
    return gif ? toGif(gif, Object.values(gif.titles).includes(name) ? name : titleIn(gif, 'en')) : null
  },
}

/** Only listed files are served, so a name never becomes a path. */
export async function readShippedGif(name: string): Promise<{ type: string; bytes: Buffer }> {
  const gif = byAddress.get(`/media/gifs/${name}`)
  if (!gif) throw coreRefusal('core.not_found')
  return { type: 'image/gif', bytes: await readFile(new URL(`${gif.id}.gif`, folder)) }
}
