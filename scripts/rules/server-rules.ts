import type { Rule } from './rule.ts'
import { isTest, nameOf, locationOf, stringOf } from './source.ts'

const isServerDomain = (path: string) => {
  const location = locationOf(path)
  return location?.pkg === 'server' && !['core', 'app'].includes(location.domain) && !isTest(path)
}

const contractCalls: Rule = {
  title: 'every HTTP call of a domain is a call of the contract, mounted by serve',
  check: ({ path, nodes, lineOf }) => {
    // /dev serves developers only: it is not part of the wire format and is absent in production.
    if (!isServerDomain(path) || path.startsWith('server/src/dev/')) return []
    return nodes
      .filter(
        ({ type, callee }) =>
          type === 'CallExpression' &&
          /^(app|fastify|server|instance)\.(get|post|put|patch|delete|route|all)$/.test(nameOf(callee)),
      )
      .map(({ start }) => ({ line: lineOf(start), what: 'declares a route by hand; define the call in the contract' }))
  },
  bad: [{ path: 'server/src/chat/routes.ts', text: `app.get('/api/v2/chat/', () => 1)` }],
  good: [{ path: 'server/src/chat/routes.ts', text: `serve(app, listChannels, service.listChannels)` }],
}

const transactions: Rule = {
  title: 'only core opens transactions: one request, one transaction',
  check: ({ path, nodes, lineOf }) => {
    if (!isServerDomain(path)) return []
    return nodes
      .filter(({ type, callee }) => type === 'CallExpression' && /\.(transaction|startTransaction)$/.test(nameOf(callee)))
      .map(({ start }) => ({ line: lineOf(start), what: 'opens a transaction' }))
  },
  bad: [{ path: 'server/src/chat/store.ts', text: 'export const a = () => db.transaction().execute(work)' }],
  good: [{ path: 'server/src/core/ctx.ts', text: 'export const a = () => db.transaction().execute(work)' }],
}

const plainFunctions: Rule = {
  title: 'plain functions: no class inherits in server and contract, except from an error',
  check: ({ path, nodes, lineOf }) => {
    if (!/^(server|contract)\/src\//.test(path)) return []
    return nodes
      .filter(
        ({ type, superClass }) =>
          /^Class(Declaration|Expression)$/.test(type) && superClass && !/(Error|^Refusal)$/.test(nameOf(superClass)),
      )
      .map(({ start }) => ({ line: lineOf(start), what: 'inherits from a class; pass the effect in instead' }))
  },
  bad: [{ path: 'server/src/chat/service.ts', text: 'export class Chat extends Service {}' }],
  good: [{ path: 'server/src/core/errors.ts', text: 'export class Refusal extends Error {}' }],
}

const jsonSchema: Rule = {
  title: 'toJSONSchema is called in the server only; the browser bundle would include it',
  check: ({ path, nodes, lineOf }) => {
    if (!/^(web|contract)\/src\//.test(path) || isTest(path)) return []
    return nodes
      .filter(({ type, name }) => type === 'Identifier' && name === 'toJSONSchema')
      .map(({ start }) => ({ line: lineOf(start), what: 'uses toJSONSchema' }))
  },
  bad: [{ path: 'contract/src/core/call.ts', text: 'export const a = z.toJSONSchema(b)' }],
  good: [{ path: 'server/src/core/http/openapi.ts', text: 'export const a = z.toJSONSchema(b)' }],
}

const ownEvents: Rule = {
  title: 'events are for other domains: a domain calls its own functions directly',
  check: ({ path, nodes, lineOf }) => {
    const location = locationOf(path)
    if (location?.pkg !== 'server' || !path.endsWith('/domain.ts')) return []
    return nodes.flatMap(({ type, key, start }) => {
      const event = type === 'Property' ? stringOf(key) : undefined
      return event?.startsWith(`${location.domain}.`) ? [{ line: lineOf(start), what: `listens to its own ${event}` }] : []
    })
  },
  bad: [{ path: 'server/src/chat/domain.ts', text: `export const listeners = { 'chat.asked': (ctx) => answer(ctx) }` }],
  good: [{ path: 'server/src/chat/domain.ts', text: `export const listeners = { 'mentorship.left': closeChannels }` }],
}

export const serverRules = [contractCalls, transactions, plainFunctions, jsonSchema, ownEvents]
