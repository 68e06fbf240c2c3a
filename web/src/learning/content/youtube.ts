import { webAddress } from '#core/ui/rich-text/inline.ts'

const hosts = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com', 'youtu.be'])

/** The video id from `v=`, else from the short, embed, shorts and live forms. */
export function youtubeId(address: string): string | undefined {
  const href = webAddress(address)
  if (href === undefined) return undefined
  const { hostname, pathname, searchParams } = new URL(href)
  const host = hostname.replace(/^www\./, '')
  if (!hosts.has(host)) return undefined
  const [first, second] = pathname.split('/').filter(Boolean)
  const inPath = host === 'youtu.be' ? first : first === 'embed' || first === 'shorts' || first === 'live' ? second : undefined
  const id = searchParams.get('v') ?? inPath ?? ''
  return /^[A-Za-z0-9_-]{11}$/.test(id) ? id : undefined
}

/** The host that sets no cookies before playback. Captions are on, in the reader's language if the video has them. */
export const playerAddress = (id: string, language: string): string =>
  `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0&playsinline=1&cc_load_policy=1&cc_lang_pref=${language}`
export const watchAddress = (id: string): string => `https://www.youtube.com/watch?v=${id}`
