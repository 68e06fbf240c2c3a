import type { Access, Destination } from '@saathi/contract/accounts/landing'
import type { RouteComponent } from '@tanstack/react-router'

export type { Destination }
export type Visit = { search: Readonly<Record<string, string>>; state: object }

/** One screen of a domain. `path` is spelt as in the specification, with `$name` for parameters. */
export type DomainRoute = {
  path: `/${string}`
  access: Access
  /** Around a protected page: the member's menu, or that of the console. */
  frame?: 'console' | undefined
  /**
   * The page's script is loaded on demand: `() => import('./router/x-page.tsx').then((m) => m.XPage)`. Only the first page of a
   * signed-out visitor is passed directly: loading it separately would cost a round trip.
   */
  load: (() => Promise<RouteComponent>) | { page: RouteComponent }
  /** Its texts are among the first ones (first-texts.ts), so it need not wait for the others. */
  hasFirstTexts?: true
  /** A skeleton in the shape of the page. */
  pending?: RouteComponent
  /** Called after the access check and before the page is shown; a result redirects. */
  redirectTo?: (visit: Visit) => Promise<Destination | null>
}
