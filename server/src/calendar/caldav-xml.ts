import { Parser } from 'htmlparser2'

/** What a CalDAV server says of one thing it holds, as far as a calendar is looked for. */
export type DavResource = {
  href: string
  /** Who asks, as the server knows them. */
  principal: string | null
  /** Where their calendars lie. */
  home: string | null
  /** Where what is sent to them arrives, and of that: which of their calendars they have chosen for it (RFC 6638). */
  inbox: string | null
  chosen: string | null
  isCalendar: boolean
  /** Others see it too, whosever it is. */
  isShared: boolean
  /** What may be put into it; nothing where the server does not say. */
  components: readonly string[]
  /** What who asks may do there; nothing where the server does not say. */
  privileges: readonly string[]
}

type Draft = { -readonly [K in keyof DavResource]: DavResource[K] extends readonly string[] ? string[] : DavResource[K] }
const emptyDraft = (): Draft => ({
  href: '',
  principal: null,
  home: null,
  inbox: null,
  chosen: null,
  isCalendar: false,
  isShared: false,
  components: [],
  privileges: [],
})
const shared = new Set(['shared', 'shared-owner'])

/** A multistatus by RFC 4918. Names go by what follows the prefix, which every server chooses for itself. */
export function readMultistatus(xml: string): DavResource[] {
  const resources: Draft[] = []
  const path: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const inside = path.at(-1)
        const local = localName(name)
        path.push(local)
        text = ''
        if (local === 'response') resources.push(emptyDraft())
        const resource = resources.at(-1)
        if (!resource) return
        if (local === 'calendar' && inside === 'resourcetype') resource.isCalendar = true
        if (shared.has(local) && inside === 'resourcetype') resource.isShared = true
        if (local === 'comp') resource.components.push(attributes['name'] ?? '')
        if (inside === 'privilege') resource.privileges.push(local)
      },
      ontext: (part) => {
        text += part
      },
      onclosetag: () => {
        const local = path.pop()
        const resource = resources.at(-1)
        if (local === 'href' && resource) keepAddress(resource, path.at(-1), text.trim())
        text = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return resources
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The first of each: a home may lie in several places. */
function keepAddress(resource: Draft, inside: string | undefined, address: string): void {
  if (inside === 'response') resource.href ||= address
  if (inside === 'current-user-principal') resource.principal ??= address
  if (inside === 'calendar-home-set') resource.home ??= address
  if (inside === 'schedule-inbox-url') resource.inbox ??= address
  if (inside === 'schedule-default-calendar-url') resource.chosen ??= address
}
