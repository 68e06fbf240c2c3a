import type { Access, Destination } from '@saathi/contract/accounts/landing'
import type { RouteComponent } from '@tanstack/react-router'

export type { Access, Destination }
export type Visit = { search: Readonly<Record<string, string>>; state: object }

/** One screen of a room. `path` is as the specification spells it, with `$name` for what varies. */
export type DomainRoute = {
  path: `/${string}`
  access: Access
  /**
   * The page's own script is fetched only when it is wanted: `() => import('./x-page.tsx').then((m) => m.XPage)`.
   * Only the page a stranger sees first is handed over as it is: fetching it apart would cost them a journey.
   */
  load: (() => Promise<RouteComponent>) | { page: RouteComponent }
  /** A skeleton in the shape of what comes. */
  pending?: RouteComponent
  /** Asked before the page is shown, after its access; an answer leads away from it. */
  leadElsewhere?: (visit: Visit) => Promise<Destination | null>
}
