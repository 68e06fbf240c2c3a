import type { LinkPreview } from '@saathi/contract/chat/entities'
import { cutGraphemes } from '@saathi/contract/core/cut'
import { Parser } from 'htmlparser2'
import { readTarget } from '#core/outgoing/outgoing-url.ts'

const MAX_TITLE = 200
const MAX_DESCRIPTION = 400
/** A head never nests this deep, and the parser searches its stack at every closing tag. */
const MAX_DEPTH = 24
/** Of what is left without scripts and styles, which are most of a modern head; more is only made to keep us busy. */
const MAX_LETTERS = 64 * 1024
const PIECE = 8 * 1024

/** The first of these that the page has and that says something. */
const sources = {
  title: ['og:title', 'twitter:title', '<title>'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
}
const wanted = new Set(Object.values(sources).flat())

/** Reads the head of a page and stops there. All texts come out plain and short, whatever went in. */
export function readPreview(html: string, pageUrl: string): LinkPreview {
  const said = collect(html)
  const first = (names: string[]) => names.map((name) => said.get(name) ?? '').find((text) => text.trim() !== '') ?? ''
  return {
    title: plainText(first(sources.title), MAX_TITLE),
    description: plainText(first(sources.description), MAX_DESCRIPTION),
    image: absoluteImage(first(sources.image), pageUrl),
    url: pageUrl,
  }
}

function collect(html: string): Map<string, string> {
  const said = new Map<string, string>()
  const state = { depth: 0, isTitle: false, isDone: false }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      state.depth += 1
      if (name === 'body' || state.depth > MAX_DEPTH) state.isDone = true
      // A picture inside the page may have a title of its own; the first one is the page's.
      state.isTitle = name === 'title' && !said.has('<title>')
      if (name === 'meta') keepFirst(said, attributes['property'] ?? attributes['name'], attributes['content'])
    },
    ontext: (text) => {
      if (state.isTitle) said.set('<title>', (said.get('<title>') ?? '') + text)
    },
    onclosetag: (name) => {
      state.depth -= 1
      state.isTitle = false
      if (name === 'head') state.isDone = true
    },
  })
  const head = withoutScripts(html)
  for (let at = 0; at < head.length && !state.isDone; at += PIECE) parser.write(head.slice(at, at + PIECE))
  return said
}

/** Goes through the page once, whatever stands in it, and stops when it has enough. */
function withoutScripts(html: string): string {
  let kept = ''
  let from = 0
  while (kept.length < MAX_LETTERS) {
    const opening = nextMatch(/<(?:script|style)/gi, html, from)
    kept += html.slice(from, opening?.index)
    const closing = opening && nextMatch(/^<script/i.test(opening[0]) ? /<\/script/gi : /<\/style/gi, html, opening.index)
    if (!closing) break
    from = closing.index
  }
  return kept.slice(0, MAX_LETTERS)
}

function nextMatch(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

function keepFirst(said: Map<string, string>, name: string | undefined, content: string | undefined) {
  const key = name?.trim().toLowerCase()
  if (key && content && wanted.has(key) && !said.has(key)) said.set(key, content)
}

/** No control characters, nothing that turns the direction of the text around it, one line. */
function plainText(text: string, max: number): string {
  const flat = text
    .slice(0, max * 10)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]/gu, '')
  return cutGraphemes(flat.trim(), max)
}

/** The same rules as for a page: no picture of an address inside somebody's own network either. */
function absoluteImage(text: string, pageUrl: string): string {
  const target = text && readTarget(text.trim(), new URL(pageUrl))
  return target ? target.url.href : ''
}
