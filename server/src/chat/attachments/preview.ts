import { randomUUID } from 'node:crypto'
import type { LinkPreview } from '@saathi/contract/chat/entities'
import { cutGraphemes } from '@saathi/contract/core/cut'
import { Parser } from 'htmlparser2'
import type { Db } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import type { ImageEncoder } from '#core/files/image-encoder.ts'
import { findKind, kindOf } from '#core/files/kinds.ts'
import { fetchGuarded } from '#core/outgoing/fetch-guarded.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'
import { type Outgoing, OutgoingFailure } from '#core/outgoing/outgoing.ts'
import { insertPicture } from './store.ts'

const MAX_TITLE = 200
const MAX_DESCRIPTION = 400
/** Deeper than any real head. The parser searches its stack at every closing tag, so depth costs time. */
const MAX_DEPTH = 24
/** Without scripts and styles, which are most of a modern head. Limits the work on hostile pages. */
const MAX_CHARACTERS = 64 * 1024
const CHUNK = 8 * 1024

/** Tried in this order; the first non-empty one is used. */
const sources = {
  title: ['og:title', 'twitter:title', '<title>'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
}
const usedNames = new Set(Object.values(sources).flat())

/** Parses only the head. All texts are plain and short. */
export function readPreview(html: string, pageUrl: string): LinkPreview {
  const values = collectMeta(html)
  const first = (names: string[]) => names.map((name) => values.get(name) ?? '').find((text) => text.trim() !== '') ?? ''
  return {
    title: plainText(first(sources.title), MAX_TITLE),
    description: plainText(first(sources.description), MAX_DESCRIPTION),
    image: absoluteImage(first(sources.image), pageUrl),
    url: pageUrl,
  }
}

function collectMeta(html: string): Map<string, string> {
  const values = new Map<string, string>()
  const state = { depth: 0, isTitle: false, isDone: false }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      state.depth += 1
      if (name === 'body' || state.depth > MAX_DEPTH) state.isDone = true
      // An inline SVG may have a title, too; the first title is the page's.
      state.isTitle = name === 'title' && !values.has('<title>')
      if (name === 'meta') setFirst(values, attributes['property'] ?? attributes['name'], attributes['content'])
    },
    ontext: (text) => {
      if (state.isTitle) values.set('<title>', (values.get('<title>') ?? '') + text)
    },
    onclosetag: (name) => {
      state.depth -= 1
      state.isTitle = false
      if (name === 'head') state.isDone = true
    },
  })
  const head = withoutScripts(html)
  for (let at = 0; at < head.length && !state.isDone; at += CHUNK) parser.write(head.slice(at, at + CHUNK))
  return values
}

/** A single pass that stops at MAX_CHARACTERS. */
function withoutScripts(html: string): string {
  let rest = ''
  let from = 0
  while (rest.length < MAX_CHARACTERS) {
    const opening = nextMatch(/<(?:script|style)/gi, html, from)
    rest += html.slice(from, opening?.index)
    const closing = opening && nextMatch(/^<script/i.test(opening[0]) ? /<\/script/gi : /<\/style/gi, html, opening.index)
    if (!closing) break
    from = closing.index
  }
  return rest.slice(0, MAX_CHARACTERS)
}

function nextMatch(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

function setFirst(values: Map<string, string>, name: string | undefined, content: string | undefined) {
  const key = name?.trim().toLowerCase()
  if (key && content && usedNames.has(key) && !values.has(key)) values.set(key, content)
}

/** One line, without control characters and without bidirectional marks. */
function plainText(text: string, max: number): string {
  const flat = text
    .slice(0, max * 10)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]/gu, '')
  return cutGraphemes(flat.trim(), max)
}

/** Follows the rules for pages: nothing is fetched from private networks. */
function absoluteImage(text: string, pageUrl: string): string {
  const target = text && readTarget(text.trim(), new URL(pageUrl))
  return target ? target.url.href : ''
}

/** Larger thumbnails cost too much data. */
const MAX_BYTES = 48 * 1024

export type PictureDeps = { outgoing: Outgoing; images: ImageEncoder }
type PictureRequest = { address: string; withinMs: number; now: Date; personId: number }

/** The address cannot be guessed, and the picture was public anyway. */
export const picturePath = (id: string): string => `/media/previews/${id}`

/** Fetched with the same guards as the page. Empty if there is none: previews may come without a picture. */
export async function storePicture(db: Db, deps: PictureDeps, request: PictureRequest): Promise<string> {
  const bytes = request.address !== '' && request.withinMs > 0 ? await fetchThumbnail(deps, request) : null
  if (!bytes) return ''
  const id = randomUUID()
  await insertPicture(db, { id, bytes, madeAt: request.now })
  return picturePath(id)
}

async function fetchThumbnail(
  { outgoing, images }: PictureDeps,
  { address, withinMs, personId }: PictureRequest,
): Promise<Buffer | null> {
  try {
    const { body } = await fetchGuarded(outgoing, address, 'link_picture', withinMs)
    const name = await findKind(body)
    const kind = name && kindOf(name)
    // HEIC needs its own decoder, and pages do not use it.
    if (!kind?.isImage || kind.format === 'heif') return null
    const { bytes } = await images.encode({ bytes: body, format: kind.format, becomes: 'small' }, personId)
    return bytes.byteLength > MAX_BYTES ? null : Buffer.from(bytes)
  } catch (error) {
    // The picture is unreachable or invalid, or too many pictures are being encoded.
    if (error instanceof OutgoingFailure || error instanceof Refusal) return null
    throw error
  }
}
