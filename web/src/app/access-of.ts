import type { AccessOf } from '@saathi/contract/accounts/landing'
import type { DomainRoute } from '#core/domain-route.ts'

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
