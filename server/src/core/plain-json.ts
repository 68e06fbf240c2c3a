import type { FastifyInstance } from 'fastify'
import { coreRefusal } from './errors.ts'

/** In one body; the largest that anybody fills in has a few hundred. */
const MAX_KEYS = 2_000
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Reads JSON like JSON.parse, but takes no key twice in one map and no more keys than anybody needs. Of a key that is there
 * twice one reader takes the first and another the last; thousands of keys cost a schema many times what reading them costs.
 */
export function parsePlainJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  requirePlainKeys(text)
  return value
}

/** Of text that is JSON for certain. In one pass. */
function requirePlainKeys(text: string): void {
  const outer: (Set<string> | null)[] = []
  /** Of the map we are in; null in a list. */
  let keys: Set<string> | null = null
  let isKeyNext = false
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      const end = endOfString(text, at)
      if (isKeyNext && keys) {
        const key = unescape(text.slice(at, end + 1))
        count += 1
        if (keys.has(key) || count > MAX_KEYS) throw coreRefusal('core.bad_input')
        keys.add(key)
        isKeyNext = false
      }
      at = end
    } else if (sign === COMMA) isKeyNext = keys !== null
    else if (sign === OPEN_MAP || sign === OPEN_LIST) {
      outer.push(keys)
      keys = sign === OPEN_MAP ? new Set() : null
      isKeyNext = keys !== null
    } else if (sign === CLOSE_MAP || sign === CLOSE_LIST) {
      keys = outer.pop() ?? null
      isKeyNext = false
    }
  }
}

/** The quote that closes it: one before which the backslashes are even in number. */
function endOfString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((end - first) % 2 === 0) return end
  }
}

const unescape = (quoted: string): string => (quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1))

/** The framework's own reader, which refuses keys that would reach a prototype, and ours after it. */
export function takePlainJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, value) => {
      if (error) return done(error)
      try {
        requirePlainKeys(text)
      } catch (refusal) {
        return done(refusal instanceof Error ? refusal : coreRefusal('core.bad_input'))
      }
      done(null, value)
    })
  })
}
