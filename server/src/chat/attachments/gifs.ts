import { GIFS_A_PAGE } from '@saathi/contract/chat/calls'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { GifSettings } from '#core/settings/chat.ts'
import { coreRefusal } from '#core/errors.ts'
import { fetchGuarded } from '#core/outgoing/fetch-guarded.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { searchWords, cutWords } from '../search/words.ts'

export const StoredGif = z.object({
  id: z.string(),
  url: z.string(),
  previewUrl: z.string(),
  width: z.int(),
  height: z.int(),
  title: z.string(),
})
export type StoredGif = z.infer<typeof StoredGif>

export type GifPage = { gifs: StoredGif[]; hasNextPage: boolean }
export type GifService = {
  /** An empty text returns popular GIFs. Throws OutgoingFailure if the service is down. */
  search: (text: string, page: number, language: string) => Promise<GifPage>
  /** Null if the address is not a GIF of this service. `name` is the title shown to the sender. */
  find: (address: string, name?: string) => StoredGif | null
}

const Picture = z.object({ url: z.string(), width: z.coerce.number(), height: z.coerce.number() })
/** The part of the service's reply that we use. */
const GifReply = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      title: z._default(z.string(), ''),
      images: z.object({ fixed_height: Picture, fixed_height_small: z.optional(Picture) }),
    }),
  ),
  pagination: z.object({ total_count: z.optional(z.number()), count: z.number(), offset: z.number() }),
})
/** Suitable for all ages. */
const RATING = 'g'

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    gifs: GifService
  }
}

export function gifService(settings: GifSettings | undefined, outgoing: Outgoing): GifService {
  if (!settings) return shippedGifs
  return {
    search: async (text, page) => {
      const { body } = await fetchGuarded(outgoing, addressOf(settings, text, page), 'gif_search')
      return readPage(settings, body.toString('utf8'))
    },
    // Shipped GIFs stay valid: one may have been chosen offline before the service was configured.
    find: (address, name) => readGif(settings, address) ?? shippedGifs.find(address, name),
  }
}

function addressOf({ url, key }: GifSettings, text: string, page: number): string {
  const address = new URL(`${url}/${text === '' ? 'trending' : 'search'}`)
  const query = { api_key: key, limit: String(GIFS_A_PAGE), offset: String((page - 1) * GIFS_A_PAGE), rating: RATING }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  if (text !== '') address.searchParams.set('q', text)
  return address.href
}

function readPage(settings: GifSettings, text: string): GifPage {
  const { data, pagination } = GifReply.parse(JSON.parse(text))
  const gifs = data.slice(0, GIFS_A_PAGE).flatMap(({ id, title, images }) => {
    const { fixed_height: picture, fixed_height_small: small = picture } = images
    // The size is part of the address, so that readers can reserve the space.
    const gif = readGif(settings, `${picture.url.split('#')[0] ?? ''}#${picture.width}x${picture.height}`)
    const previewUrl = readGif(settings, small.url)?.previewUrl
    return gif && previewUrl !== undefined ? [{ ...gif, id, previewUrl, title: title.slice(0, 100) }] : []
  })
  const { offset, count, total_count: total = offset + count } = pagination
  return { gifs, hasNextPage: count > 0 && offset + count < total }
}

const MAX_SIDE = 4000

/** Only addresses on the service's media host: no message sends a reader's browser anywhere else. */
function readGif({ mediaOrigin }: GifSettings, address: string): StoredGif | null {
  const url = address.length > 2048 ? null : URL.parse(address)
  if (!url || url.username !== '' || url.password !== '' || !isFrom(mediaOrigin, url)) return null
  const [, width = '0', height = '0'] = /^#(\d{1,4})x(\d{1,4})$/.exec(url.hash) ?? []
  const size = { width: Math.min(Number(width), MAX_SIDE), height: Math.min(Number(height), MAX_SIDE) }
  return { id: url.pathname, url: url.href, previewUrl: url.href, ...size, title: 'GIF' }
}

function isFrom(origin: string, url: URL): boolean {
  const [scheme = '', host = ''] = origin.split('://*.')
  if (host === '') return url.origin === origin
  return url.protocol === `${scheme}:` && url.port === '' && url.hostname.endsWith(`.${host}`)
}

const folder = new URL('../../../gifs/', import.meta.url)
const ByLanguage = z.record(z.string(), z.string())
const Entry = z.object({ id: z.string(), width: z.int(), height: z.int(), title: ByLanguage, words: ByLanguage })
const entries = z.array(Entry).parse(JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')))

/**
 * Relative, so that a message still shows its GIF after the product has moved to another origin. For the same reason a GIF that is
 * redrawn keeps its address.
 */
const fileAddress = (id: string): string => `/media/gifs/${id}.gif`

const shipped = entries.map(({ title, words, ...picture }) => ({
  ...picture,
  address: fileAddress(picture.id),
  titles: title,
  // Searches all languages at once: many people who read English search in their own language.
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
const shippedGifs: GifService = {
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
