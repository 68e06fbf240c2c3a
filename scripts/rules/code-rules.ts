import { roleNames } from './domains.ts'
import type { Offence, Rule } from './rule.ts'
import { isNode, isTest, nameOf, locationOf, stringOf, type AstNode, type Source } from './source.ts'

function offencesWhere({ nodes, lineOf }: Source, problemOf: (node: AstNode) => string | undefined): Offence[] {
  return nodes.flatMap((node) => {
    const what = problemOf(node)
    return what ? [{ line: lineOf(node.start), what }] : []
  })
}

const isInDomain = (path: string) => {
  const location = locationOf(path)
  return location !== undefined && location.domain !== 'core' && location.domain !== '' && !isTest(path)
}

const noAny: Rule = {
  title: 'no any',
  check: (source) => offencesWhere(source, ({ type }) => (type === 'TSAnyKeyword' ? 'any' : undefined)),
  bad: [{ path: 'scripts/a.ts', text: 'export const a: any[] = []' }],
  good: [{ path: 'scripts/a.ts', text: `export const any: unknown = 'any'` }],
}

const noAs: Rule = {
  title: 'no "as" outside core, except "as const"',
  check: (source) => {
    if (!isInDomain(source.path)) return []
    return offencesWhere(source, ({ type, typeAnnotation }) => {
      if (type !== 'TSAsExpression' && type !== 'TSTypeAssertion') return undefined
      const isConst = isNode(typeAnnotation) && nameOf(typeAnnotation.typeName) === 'const'
      return isConst ? undefined : 'uses "as"; parse or narrow instead'
    })
  },
  bad: [
    { path: 'web/src/chat/cache.ts', text: 'export const a = (b: unknown) => b as string' },
    { path: 'server/src/chat/store.ts', text: 'export const a = (b: unknown) => <string>b' },
  ],
  good: [
    { path: 'web/src/chat/cache.ts', text: `export const a = ['x'] as const` },
    { path: 'server/src/core/ctx.ts', text: 'export const a = (b: unknown) => b as string' },
  ],
}

const suppressions: Rule = {
  title: 'every suppression gives its reason on the line',
  check: ({ comments }) =>
    comments.flatMap(({ text, line }) => {
      if (/^\s*@ts-(ignore|nocheck)/.test(text)) return [{ line, what: 'use @ts-expect-error with a reason' }]
      if (/^\s*(@ts-expect-error|(oxlint|eslint)-disable)/.test(text) && !/(--|:)\s*\S+ \S+/.test(text))
        return [{ line, what: 'gives no reason' }]
      return []
    }),
  bad: [
    { path: 'web/src/chat/cache.ts', text: '// @ts-ignore\nvoid 0' },
    { path: 'web/src/chat/cache.ts', text: '// oxlint-disable-next-line no-empty\nvoid 0' },
    { path: 'web/src/chat/cache.ts', text: '// @ts-expect-error\nvoid 0' },
  ],
  good: [{ path: 'web/src/chat/cache.ts', text: '// oxlint-disable-next-line no-empty -- the library insists on it\nvoid 0' }],
}

const environment: Rule = {
  title: 'only server core/env.ts reads process.env',
  check: (source) => {
    const { path } = source
    if (
      path === 'server/src/core/env.ts' ||
      !/^(contract|server|web)\//.test(path) ||
      isTest(path) ||
      path.endsWith('.config.ts')
    )
      return []
    return offencesWhere(source, (node) => {
      if (node.type === 'MemberExpression' && nameOf(node) === 'process.env') return 'reads process.env'
      return node.type === 'ImportDeclaration' && stringOf(node.source) === 'node:process' ? 'imports node:process' : undefined
    })
  },
  bad: [
    { path: 'server/src/chat/service.ts', text: 'export const a = process.env.PORT' },
    { path: 'web/src/app/app.tsx', text: `import { env } from 'node:process'` },
  ],
  good: [{ path: 'server/src/core/env.ts', text: 'export const a = process.env.PORT' }],
}

const oneFetch: Rule = {
  title: 'in the web package only core uses the network: core/api and core/network fetch, core/socket opens sockets',
  check: (source) => {
    if (locationOf(source.path)?.pkg !== 'web' || isTest(source.path)) return []
    return offencesWhere(source, (node) => {
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
      const name = nameOf(node.callee).replace(/^(window|globalThis|self)\./, '')
      if (name === 'fetch' && !/^web\/src\/core\/(api|network\/(exchange|dev-fetch|fetch-picture))\.ts$/.test(source.path))
        return 'fetches'
      if (name === 'WebSocket' && source.path !== 'web/src/core/socket.ts') return 'opens a socket'
      // Only XMLHttpRequest reports the progress of an upload.
      if (name === 'XMLHttpRequest' && source.path === 'web/src/core/network/forms.ts') return undefined
      return name === 'XMLHttpRequest' || name === 'EventSource' || name === 'navigator.sendBeacon' ? `uses ${name}` : undefined
    })
  },
  bad: [
    { path: 'web/src/chat/queries.ts', text: `export const a = () => fetch('/api/')` },
    { path: 'web/src/core/tabs.ts', text: `export const a = () => window.fetch('/api/')` },
    { path: 'web/src/chat/live.ts', text: `export const a = () => new WebSocket('/ws/')` },
    { path: 'web/src/core/api.ts', text: `export const a = () => new XMLHttpRequest()` },
  ],
  good: [{ path: 'web/src/core/api.ts', text: `export const a = () => fetch('/api/')` }],
}

const clock: Rule = {
  title: 'time and randomness are passed in: no new Date(), Date.now or Math.random in rules and stores',
  check: (source) => {
    const pkg = locationOf(source.path)?.pkg
    if (isTest(source.path) || !(pkg === 'contract' || (pkg === 'server' && isInDomain(source.path)))) return []
    return offencesWhere(source, (node) => {
      if (
        node.type === 'NewExpression' &&
        nameOf(node.callee) === 'Date' &&
        Array.isArray(node.arguments) &&
        node.arguments.length === 0
      )
        return 'new Date()'
      const name = node.type === 'MemberExpression' ? nameOf(node) : ''
      return ['Date.now', 'Math.random', 'performance.now'].includes(name) ? name : undefined
    })
  },
  bad: [
    { path: 'server/src/chat/service.ts', text: 'export const a = () => new Date()' },
    { path: 'server/src/chat/store.ts', text: 'export const a = () => Date.now()' },
    { path: 'contract/src/chat/order.ts', text: 'export const a = Math.random' },
  ],
  good: [{ path: 'server/src/chat/service.ts', text: 'export const a = (text: string) => new Date(text)' }],
}

const isRoleName = (value: unknown) => roleNames.includes(stringOf(value) ?? '')

const roles: Rule = {
  title: 'roles are compared by name only in the table behind can()',
  check: (source) => {
    const isTable = /^(contract\/src\/accounts\/roles|server\/src\/accounts\/can)\.ts$/.test(source.path)
    if (locationOf(source.path) === undefined || isTable || isTest(source.path)) return []
    return offencesWhere(source, (node) => {
      if (
        node.type === 'BinaryExpression' &&
        /^[!=]==?$/.test(String(node.operator)) &&
        (isRoleName(node.left) || isRoleName(node.right))
      )
        return 'compares a role by name; call can()'
      if (node.type === 'SwitchCase' && isRoleName(node.test)) return 'switches on a role by name; call can()'
      const searched = node.type === 'MemberExpression' && nameOf(node.property) === 'includes' ? node.object : undefined
      if (isNode(searched) && Array.isArray(searched.elements) && searched.elements.some(isRoleName))
        return 'looks a role up by name; call can()'
      return undefined
    })
  },
  bad: [
    { path: 'web/src/chat/page.tsx', text: `export const a = (role: string) => role === 'Mentor'` },
    { path: 'server/src/chat/access.ts', text: `export const a = (role: string) => ['Mentor', 'Admin'].includes(role)` },
    { path: 'server/src/chat/access.ts', text: `export function a(role: string) { switch (role) { case 'Admin': return 1 } }` },
  ],
  good: [{ path: 'contract/src/accounts/roles.ts', text: `export const a = (role: string) => role === 'Mentor'` }],
}

export const codeRules = [noAny, noAs, suppressions, environment, oneFetch, clock, roles]
