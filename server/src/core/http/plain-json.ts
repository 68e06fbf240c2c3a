import type { FastifyInstance } from 'fastify'
import { coreRefusal } from '../errors.ts'

/** Per body; the largest real form has a few hundred. */
const MAX_KEYS = 2_000
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Parses JSON like JSON.parse, but refuses duplicate keys and too many keys. With duplicates, one parser takes the first and
 * another the last; validating thousands of keys costs far more than parsing them.
 */
export function parsePlainJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  requirePlainKeys(text)
  return value
}

/** Expects valid JSON. Runs in one pass. */
function requirePlainKeys(text: string): void {
  const outer: (Set<string> | null)[] = []
  /** The keys of the current object; null in an array. */
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

/** The closing quote: the first with an even number of backslashes before it. */
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

/** Combines the framework's parser, which refuses prototype keys, with our checks. */
export function registerJsonParser(app: FastifyInstance): void {
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
