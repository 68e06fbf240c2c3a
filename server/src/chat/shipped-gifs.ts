import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { GIFS_A_PAGE } from '@saathi/contract/chat/calls'
import * as z from 'zod/mini'
import { coreRefusal } from '#core/errors.ts'
import type { StoredGif } from './attachments.ts'
import type { GifService } from './gifs.ts'
import { askedWords, cutWords } from './words.ts'

const folder = new URL('../../gifs/', import.meta.url)
const ByLanguage = z.record(z.string(), z.string())
const Listed = z.object({ id: z.string(), width: z.int(), height: z.int(), title: ByLanguage, words: ByLanguage })
const listed = z.array(Listed).parse(JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')))

/**
 * On our own origin and without it, so that a message still shows its GIF after the product has moved. A picture that is
 * drawn anew keeps its address for the same reason.
 */
const addressOf = (id: string): string => `/media/gifs/${id}.gif`

const shipped = listed.map(({ title, words, ...picture }) => ({
  ...picture,
  address: addressOf(picture.id),
  titles: title,
  // In every language at once: many who read English write the words of their own.
  words: cutWords([...Object.values(title), ...Object.values(words)].join(' ')),
}))
type Shipped = (typeof shipped)[number]
const byAddress = new Map(shipped.map((gif) => [gif.address, gif]))

const show = ({ id, width, height, address }: Shipped, title: string): StoredGif => ({
  id,
  url: address,
  previewUrl: address,
  width,
  height,
  title,
})
const titleIn = ({ titles }: Shipped, language: string): string => titles[language] ?? titles.en ?? 'GIF'

/** A small set of our own, for everybody who has no service: nobody is asked, and nobody learns who looks for what. */
export const shippedGifs: GifService = {
  search: async (text, page, language) => {
    const asked = askedWords(text)
    const found = shipped.filter(({ words }) => asked.every((start) => words.some((word) => word.startsWith(start))))
    const gifs = found.slice((page - 1) * GIFS_A_PAGE, page * GIFS_A_PAGE)
    return { gifs: gifs.map((gif) => show(gif, titleIn(gif, language))), hasNextPage: page * GIFS_A_PAGE < found.length }
  },
  /** In the words in which it was offered, which are ours; whatever else it is called, it is called in English. */
  find: (address, name = '') => {
    const gif = byAddress.get(address)
    return gif ? show(gif, Object.values(gif.titles).includes(name) ? name : titleIn(gif, 'en')) : null
  },
}

/** Only what is listed is there, so that a name never becomes a path. */
export async function readShippedGif(name: string): Promise<{ type: string; bytes: Buffer }> {
  const gif = byAddress.get(`/media/gifs/${name}`)
  if (!gif) throw coreRefusal('core.not_found')
  return { type: 'image/gif', bytes: await readFile(new URL(`${gif.id}.gif`, folder)) }
}
