import { type AccessOf, type Arrival, decideRedirect } from '@saathi/contract/accounts/landing'
import { isStaffRole } from '@saathi/contract/accounts/roles'
import {
  createRootRoute,
  createRoute,
  createRouter,
  isRedirect,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { DomainFailed } from '#core/errors/domain-boundary.tsx'
import type { DomainRoute } from '#core/domain-route.ts'
import { allTexts } from '#core/i18n/dictionary.ts'
import { isClosedNow, readProfile } from '#core/system-status.ts'
import { sessionNow, verifySession } from '#core/session.ts'
import { removeForTab, readForTab, writeForTab } from '#core/storage.ts'
import { PagePending } from './page-pending.tsx'

/** Protected screens are children of this route; its id tells whether a sign-out must redirect. */
export const insideId = 'inside'
/** The console's screens are children of this route. */
export const consoleId = 'console'

export function buildRouter(routes: readonly DomainRoute[], history?: RouterHistory) {
  const accessOf = accessFinder(routes)
  const NotFound = lazyRouteComponent(async () => (await import('./screens.ts')).notFound(), 'NotFoundPage')
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const inside = createRoute({
    getParentRoute: () => root,
    id: insideId,
    beforeLoad: ({ location, preload }) => guard(accessOf, location.href, preload),
    component: lazyRouteComponent(async () => (await import('./screens.ts')).insideLayout(), 'InsideLayout'),
  })
  const staffConsole = createRoute({
    getParentRoute: () => root,
    id: consoleId,
    beforeLoad: ({ location, preload }) => guard(accessOf, location.href, preload),
    component: lazyRouteComponent(async () => (await import('./screens.ts')).consoleLayout(), 'ConsoleLayout'),
  })
  const screen = (parent: AnyRoute, { path, access, load, pending = PagePending, redirectTo, hasFirstTexts }: DomainRoute) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      beforeLoad: async ({ location, preload }) => {
        if (access === 'public') await guardOpenPage(accessOf, location.href, preload)
        const destination = await redirectTo?.({ search: parseSearch(location.searchStr), state: location.state })
        if (destination) throw redirect({ ...destination, replace: true })
        if (!hasFirstTexts) await allTexts()
      },
      component: 'page' in load ? load.page : lazyRouteComponent(async () => ({ Page: await load() }), 'Page'),
      pendingComponent: pending,
    })
  const screens = (access: DomainRoute['access'], parent: AnyRoute, frame?: DomainRoute['frame']) =>
    routes.filter((route) => route.access === access && route.frame === frame).map((route) => screen(parent, route))

  return createRouter({
    routeTree: root.addChildren([
      inside.addChildren(screens('protected', inside)),
      staffConsole.addChildren(screens('protected', staffConsole, 'console')),
      ...screens('public', root),
      ...screens('always', root),
    ]),
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: DomainFailed,
    defaultNotFoundComponent: NotFound,
  })
}

export type AppRouter = ReturnType<typeof buildRouter>

/** If the session cannot be verified, show the public page instead of an error. */
async function guardOpenPage(...visit: Parameters<typeof guard>): Promise<void> {
  try {
    await guard(...visit)
  } catch (thrown) {
    if (isRedirect(thrown)) throw thrown
  }
}

/** Finds who may see the page at a path, from the route table. */
export function accessFinder(routes: readonly Pick<DomainRoute, 'path' | 'access'>[]): AccessOf {
  const table = routes.map(({ path, access }) => ({ expression: toExpression(path), access }))
  return (pathname) => table.find(({ expression }) => expression.test(pathname))?.access ?? null
}

function toExpression(pattern: string): RegExp {
  const segments = pattern.split('/').filter(Boolean)
  const body = segments.map((segment) => `/${segment.startsWith('$') ? '[^/]+' : segment.replace(/\W/g, '\\$&')}`).join('')
  return new RegExp(`^${body}/?$`, 'i')
}

/** Redirects from a page this person may not see. Runs before each page, and again when their access changes. */
async function guard(accessOf: AccessOf, href: string, isPreload: boolean): Promise<void> {
  const { redirectTo, targetToStore } = decideRedirect(await arrivalAt(accessOf, href))
  // Preloading a link on hover does not count as a visit.
  if (targetToStore !== undefined && !isPreload) storeRedirectTarget(targetToStore)
  if (redirectTo) throw redirect({ ...redirectTo, replace: true })
}

async function arrivalAt(accessOf: AccessOf, href: string): Promise<Arrival> {
  const profile = (await verifySession()) === 'signedIn' ? await readProfile() : null
  return {
    // Reading the profile may have ended the session.
    session: sessionNow() === 'signedIn' ? 'signedIn' : 'signedOut',
    underMaintenance: isClosedNow(),
    hasMaintenanceAccess: profile !== null,
    href,
    stored: readRedirectTarget(),
    isStaff: profile !== null && isStaffRole(profile.role),
    status: profile?.status ?? null,
    accessOf,
  }
}

const key = 'saathi.redirectUri'

/** The page to open after sign-in, stored in the tab because some sign-in steps lose the URL. */
const readRedirectTarget = (): string | null => readForTab(key)

function storeRedirectTarget(target: string | null): void {
  if (target === null) removeForTab(key)
  else writeForTab(key, target)
}

/** Plain query strings: values are text, never JSON, and a number stays as written. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
