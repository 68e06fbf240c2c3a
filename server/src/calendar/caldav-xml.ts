import { Parser } from 'htmlparser2'

/** The properties of a CalDAV resource that calendar discovery needs. */
export type DavResource = {
  href: string
  /** The authenticated user. */
  principal: string | null
  /** The URL of their calendars. */
  home: string | null
  /** The scheduling inbox, and the default calendar it names (RFC 6638). */
  inbox: string | null
  chosen: string | null
  isCalendar: boolean
  /** Visible to others too. */
  isShared: boolean
  /** The supported component types; empty if the server does not say. */
  components: readonly string[]
  /** The user's privileges; empty if the server does not say. */
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

/** Parses a multistatus (RFC 4918). Names are compared without prefix, because each server chooses its own. */
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
        if (local === 'href' && resource) setUrl(resource, path.at(-1), text.trim())
        text = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return resources
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The first value of each: there may be several homes. */
function setUrl(resource: Draft, inside: string | undefined, address: string): void {
  if (inside === 'response') resource.href ||= address
  if (inside === 'current-user-principal') resource.principal ??= address
  if (inside === 'calendar-home-set') resource.home ??= address
  if (inside === 'schedule-inbox-url') resource.inbox ??= address
  if (inside === 'schedule-default-calendar-url') resource.chosen ??= address
}
