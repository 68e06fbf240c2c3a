import { join } from 'node:path'

/**
 * Modules that a visit loads together, with everything they import. Each chunk is a request or two, and on a slow network each
 * request costs as much as 30 KB.
 */
const parts = {
  /** The frame around every page of a signed-in person, with the page that most people see first. */
  shell: [
    'app/inside-layout.tsx',
    'core/live.ts',
    'core/offline/restore-session.ts',
    'notices/public.ts',
    'safety/public.ts',
    'learning/hub-pages.ts',
  ],
  session: ['learning/session-pages.ts'],
  surveys: ['surveys/surveys-pages.ts'],
  mentorship: ['mentorship/home/page.tsx', 'calendar/home/days.tsx'],
  partner: ['mentorship/partner/page.tsx'],
  mentorshipSession: ['mentorship/session-pages.ts'],
  messenger: ['chat/chat-pages.ts'],
  profile: ['accounts/profile/page.tsx'],
  feed: ['feed/feed-section.tsx'],
  dialog: ['core/ui/overlay/dialog.tsx'],
  /** What comes to every page a moment after it is shown. */
  later: [
    'chat/public.ts',
    'help/public.ts',
    'video/public.ts',
    'video/video-slot.tsx',
    'core/outbox/outbox-slot.tsx',
    'core/unsent-drafts.ts',
    'core/shell/update-note.tsx',
  ],
} as const
type Part = keyof typeof parts

const sourceFolder = join(import.meta.dirname, 'src').replaceAll('\\', '/')
const atSource = (module: string) => `${sourceFolder}/${module}`
const entry = atSource('app/main.tsx')

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Context = { getModuleInfo: (id: string) => Module | null }

function withImports(modules: readonly string[], context: Context): Set<string> {
  const found = new Set<string>()
  const left = [...modules]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const info = context.getModuleInfo(id)
    if (!info && modules.includes(id)) throw new Error(`${id} should be in a chunk of its own, but is not in the build.`)
    left.push(...(info?.importedIds ?? []))
  }
  return found
}

/** Finds the chunk of each module from the pages that import it. Null: the bundler decides. */
export function chunkFinder(): (id: string, context: Context) => string | null {
  let graph: { first: Set<string>; other: Set<string>; byPart: [Part, Set<string>][] } | undefined
  return (id, context) => {
    graph ??= {
      first: withImports([entry], context),
      other: withImports(otherPages(context), context),
      byPart: (Object.keys(parts) as Part[]).map((part) => [part, withImports(parts[part].map(atSource), context)]),
    }
    if (graph.first.has(id)) return 'first'
    // Much of what the overlays import is not used by each of them, and only the bundler knows.
    if (/node_modules\/@(base|floating)-ui\//.test(id)) return null
    const users = graph.byPart.flatMap(([part, modules]) => (modules.has(id) ? [part] : []))
    return chunkOf(new Set(users), graph.other.has(id))
  }
}

/** The console and what people see before they have signed in. */
function otherPages(context: Context): readonly string[] {
  const pages = context.getModuleInfo(atSource('staff/screens.ts'))?.dynamicallyImportedIds ?? []
  return [atSource('accounts/auth-pages.ts'), atSource('staff/console-layout.tsx'), ...pages]
}

/** Parts of which pages outside of this list need something, which then has its own chunk. */
const lenders: readonly string[] = ['mentorship', 'profile']

/** What several pages share must not make one of them load the rest of another. */
export function chunkOf(users: ReadonlySet<Part>, isInOther: boolean): string | null {
  const owner = ownerOf(users)
  // The console has the frame's parts anyway, and must not start the chat.
  if (owner === 'later' && isInOther) return 'shell'
  return isInOther && owner !== null && lenders.includes(owner) ? `${owner}-shared` : owner
}

function ownerOf(users: ReadonlySet<Part>): Part | 'questions' | 'parts' | null {
  const [only] = users
  const isOnlyIn = (...allowed: readonly Part[]) => [...users].every((part) => allowed.includes(part))
  if (only === undefined) return null
  if (users.size === 1) return only
  if (users.has('shell')) return 'shell'
  if (users.has('dialog')) return 'dialog'
  if (isOnlyIn('session', 'mentorshipSession')) return 'session'
  if (isOnlyIn('session', 'surveys', 'mentorshipSession')) return 'questions'
  if (isOnlyIn('mentorship', 'partner', 'mentorshipSession')) return 'mentorship'
  if (isOnlyIn('messenger', 'later')) return 'later'
  // Every page loads it in the end.
  return users.has('later') ? 'shell' : 'parts'
}
